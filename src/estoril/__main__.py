"""`python -m estoril` is the command `estoril`."""

from estoril.cli import main

if __name__ == "__main__":
    main()
