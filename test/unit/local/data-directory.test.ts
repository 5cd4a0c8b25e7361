import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDataDirectory } from '#local/data-directory.ts';
import { waitFor } from '#test/support/fixtures/platform/wait-for.ts';

describe('openDataDirectory', () => {
  let path: string;

  beforeEach(() => {
    path = mkdtempSync(join(tmpdir(), 'workspace-data-'));
  });
  afterEach(() => rmSync(path, { recursive: true, force: true }));

  it('rejects a directory that a running process uses', async () => {
    const directory = await openDataDirectory(path, { fresh: false });

    await expect(openDataDirectory(path, { fresh: true, patienceMs: 60 })).rejects.toThrow(
      `${path} is in use by process ${process.pid}`,
    );

    directory.release();
    await expect(openDataDirectory(path, { fresh: false })).resolves.toBeDefined();
  });

  it('takes over from a process that has ended', async () => {
    const child = spawn(process.execPath, ['-e', '']);
    await new Promise((resolve) => child.once('exit', resolve));
    writeFileSync(join(path, 'stack.pid'), `${child.pid} 1`);

    await expect(openDataDirectory(path, { fresh: false })).resolves.toBeDefined();
  });

  it('waits for a process that ends within a second', async () => {
    const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)']);
    const ended = new Promise((resolve) => child.once('exit', resolve));
    writeFileSync(join(path, 'stack.pid'), `${child.pid} ${startOf(child.pid)}`);
    setTimeout(() => child.kill('SIGKILL'), 300);

    await expect(openDataDirectory(path, { fresh: false })).resolves.toBeDefined();
    await ended;
  });

  // A process of which nobody has read the exit code exists only on systems with a process table.
  it.runIf(existsSync('/proc/self/stat'))('takes over from a zombie', async () => {
    // The shell replaces itself by a process that never reads the exit code of its child.
    const parent = spawn('/bin/sh', ['-c', 'sleep 0.1 & echo $!; exec sleep 60'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [line] = await once(parent.stdout, 'data');
    const zombie = Number(String(line));
    const started = startOf(zombie);
    writeFileSync(join(path, 'stack.pid'), `${zombie} ${started}`);
    await waitFor('the process is a zombie', () =>
      readFileSync(`/proc/${zombie}/stat`, 'utf8').includes(') Z '),
    );

    await expect(openDataDirectory(path, { fresh: false, patienceMs: 0 })).resolves.toBeDefined();
    parent.kill();
  });

  it('takes over when another process has the number now', async () => {
    writeFileSync(join(path, 'stack.pid'), `${process.pid} 1`);

    await expect(openDataDirectory(path, { fresh: false })).resolves.toBeDefined();
  });

  it('starts empty without deleting unknown files', async () => {
    writeFileSync(join(path, 'demo.json'), '{}');
    writeFileSync(join(path, 'kms.key'), 'key');
    writeFileSync(join(path, 'notes.txt'), 'mine');

    await openDataDirectory(path, { fresh: true });

    expect(existsSync(join(path, 'demo.json'))).toBe(false);
    expect(existsSync(join(path, 'kms.key'))).toBe(false);
    expect(existsSync(join(path, 'notes.txt'))).toBe(true);
  });
});

/** When a process started, as in its lock: a field of the Linux process table, or empty. */
function startOf(pid: number | undefined): string {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return '';
  const stat = readFileSync(file, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
}
