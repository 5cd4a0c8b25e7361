import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';

/**
 * Runs `<command> [arguments]` until this process's standard input closes, and writes the command's process id to
 * `<pid file>`. The operating system closes the pipe however the parent process ends, `kill -9` included, so no emulator
 * is left behind to hold the database file.
 */
const [pidFile = '', command = '', ...args] = process.argv.slice(2);
const child = spawn(command, args, { stdio: 'ignore', windowsHide: true });

child.once('spawn', () => writeFileSync(pidFile, String(child.pid)));
child.once('error', () => process.exit(1));
child.once('exit', () => process.exit(1));
process.stdin.once('close', () => child.kill()).resume();
