"""How the benches print what they have measured."""
import os
import platform


def machine(*notes):
    """What was measured on, as the first line of a bench."""
    print(', '.join([platform.machine(), f'{os.cpu_count()} cores', *notes]), flush=True)


def table(title, columns, rows):
    """A table whose first column is wide and says what a row is of."""
    print(f'\n{title:<38}' + ''.join(f'{column:>13}' for column in columns))
    for name, *cells in rows:
        print(f'{name:<38}' + ''.join(f'{cell:>13}' for cell in cells), flush=True)
