// The page works without this script. It tells the server the browser's zone, counts down, copies, steps numbers,
// closes menus.
(function () {
  "use strict";

  function rememberZone() {
    if (!navigator.cookieEnabled) return;
    var zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    if (!zone || !/^[A-Za-z0-9_+\-/]{1,64}$/.test(zone)) return;
    if (document.cookie.split("; ").indexOf("tz=" + zone) !== -1) return;
    var secure = location.protocol === "https:" ? "; Secure" : "";
    document.cookie = "tz=" + zone + "; Path=/; Max-Age=31536000; SameSite=Lax" + secure;
  }

  function spoken(milliseconds) {
    var minutes = Math.floor(milliseconds / 60000);
    var days = Math.floor(minutes / 1440);
    var hours = Math.floor((minutes % 1440) / 60);
    if (days) return "in " + days + " d " + hours + " h";
    if (hours) return "in " + hours + " h " + (minutes % 60) + " min";
    if (minutes) return "in " + minutes + " min";
    return "in under a minute";
  }

  function countDown() {
    var now = Date.now();
    document.querySelectorAll("time[data-countdown]").forEach(function (element) {
      var left = Date.parse(element.dateTime) - now;
      if (isNaN(left)) return;
      element.textContent = left > 0 ? spoken(left) : element.dataset.over || "now";
      element.classList.toggle("is-soon", left > 0 && left < 3600000);
    });
  }

  function copyFrom(button) {
    var source = document.getElementById(button.dataset.copy);
    var text = "value" in source ? source.value : source.textContent.trim();
    var label = button.textContent;
    navigator.clipboard.writeText(text).then(
      function () { button.textContent = "Copied"; },
      function () { if (source.select) source.select(); }
    );
    setTimeout(function () { button.textContent = label; }, 2000);
  }

  function closeMenus(except) {
    document.querySelectorAll("details[data-menu][open]").forEach(function (menu) {
      if (menu !== except) menu.open = false;
    });
  }

  function stepBy(button) {
    var field = document.getElementById(button.dataset.for);
    var number = (parseInt(field.value, 10) || 0) + Number(button.dataset.step);
    field.value = Math.min(Math.max(number, Number(field.min)), Number(field.max));
  }

  document.addEventListener("click", function (event) {
    closeMenus(event.target.closest("details[data-menu]"));
    var button = event.target.closest("[data-copy]");
    if (button) copyFrom(button);
    var step = event.target.closest("[data-step]");
    if (step) stepBy(step);
  });

  document.addEventListener("keydown", function (event) {
    var menu = document.querySelector("details[data-menu][open]");
    if (event.key !== "Escape" || !menu) return;
    menu.open = false;
    menu.querySelector("summary").focus();
  });

  rememberZone();
  document.querySelectorAll("[data-step]").forEach(function (button) { button.hidden = false; });
  if (navigator.clipboard) {
    document.querySelectorAll("[data-copy]").forEach(function (button) { button.classList.add("is-ready"); });
  }
  document.querySelectorAll(".main-nav, .tabs").forEach(function (strip) {
    var current = strip.querySelector("[aria-current]");
    if (current) strip.scrollLeft = current.offsetLeft - strip.offsetLeft - 48;
  });
  if (document.querySelector("time[data-countdown]")) {
    countDown();
    setInterval(countDown, 20000);
  }
})();
