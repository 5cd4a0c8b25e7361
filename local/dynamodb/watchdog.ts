import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';

/**
 * Runs `<command> [arguments]` until standard input closes, and writes the process id of the command to `<pid file>`. The
 * operating system closes the pipe however the parent process ends, even after `kill -9`, so that no emulator keeps the
 * database file open.
 */
const [pidFile = '', command = '', ...args] = process.argv.slice(2);
const child = spawn(command, args, { stdio: 'ignore', windowsHide: true });

child.once('spawn', () => writeFileSync(pidFile, String(child.pid)));
child.once('error', () => process.exit(1));
child.once('exit', () => process.exit(1));
process.stdin.once('close', () => child.kill()).resume();
