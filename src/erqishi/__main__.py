"""`python -m erqishi` is the command line."""

from erqishi.cli import main

if __name__ == "__main__":
    main()
