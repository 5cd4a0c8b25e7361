@rem `npm start` begins with `exec`, which POSIX shells have built in: signals then reach Node instead of the shell.
@rem cmd.exe has no such command and runs this file instead.
@%*
