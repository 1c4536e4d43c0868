# Thin aliases; what they call needs no make.
.PHONY: run test backup

run:
	./run

test:
	./test

backup:
	.venv/bin/python manage.py backup
