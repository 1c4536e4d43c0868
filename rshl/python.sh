# Sourced by ./run and ./test: sets $python to a Python of 3.11 or newer, or says in one line what to do.
# As root on a system with apt it installs one; a signal then ends the installation as well.

find_python() {
    for name in python3 python3.14 python3.13 python3.12 python3.11; do
        # Its own word for where it is: what is on the path may be a wrapper that takes its time.
        if python=$("$name" -S -c 'import sys; print(sys.executable); sys.exit(sys.version_info < (3, 11))' 2>/dev/null); then
            return 0
        fi
    done
    return 1
}

say() {
    printf '%s\n' "$1" >&2
}

# Runs a command in a session of its own, so that a signal to this script can end all of it.
guarded() {
    setsid "$@" >&2 </dev/null &
    child=$!
    trap 'kill -TERM -- "-$child" 2>/dev/null; sleep 1; kill -KILL -- "-$child" 2>/dev/null; exit 143' TERM INT HUP
    wait "$child"
    status=$?
    trap - TERM INT HUP
    return "$status"
}

apt_python() {
    say 'There is no Python here; installing it with apt-get ...'
    DEBIAN_FRONTEND=noninteractive
    export DEBIAN_FRONTEND
    guarded sh -c 'dpkg --configure -a && apt-get update -q && apt-get install -q -y --no-install-recommends python3 python3-venv'
}

if ! find_python; then
    if ! command -v apt-get >/dev/null 2>&1; then
        say 'Python 3.11 or newer is needed and was not found; install it from https://www.python.org/downloads/ or with your package manager.'
        exit 1
    elif [ "$(id -u)" -ne 0 ]; then
        say 'Python 3.11 or newer is needed and was not found; install it with: sudo apt-get install python3 python3-venv'
        exit 1
    elif ! apt_python; then
        say 'Python could not be installed; see above, then try: apt-get update && apt-get install python3 python3-venv'
        exit 1
    elif ! find_python; then
        say "Python 3.11 or newer is needed, and this system's python3 is older; install a newer one from https://www.python.org/downloads/ and try again."
        exit 1
    fi
fi
