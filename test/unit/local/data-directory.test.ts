import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDataDirectory } from '#local/data-directory.ts';

describe('openDataDirectory', () => {
  let path: string;

  beforeEach(() => {
    path = mkdtempSync(join(tmpdir(), 'workspace-data-'));
  });
  afterEach(() => rmSync(path, { recursive: true, force: true }));

  it('rejects a directory that a running process uses', () => {
    const directory = openDataDirectory(path, { fresh: false });

    expect(() => openDataDirectory(path, { fresh: true })).toThrow(
      `${path} is in use by process ${process.pid}`,
    );

    directory.release();
    expect(() => openDataDirectory(path, { fresh: false })).not.toThrow();
  });

  it('takes over from a process that has ended', async () => {
    const child = spawn(process.execPath, ['-e', '']);
    await new Promise((resolve) => child.once('exit', resolve));
    writeFileSync(join(path, 'stack.pid'), `${child.pid} 1`);

    expect(() => openDataDirectory(path, { fresh: false })).not.toThrow();
  });

  it('takes over when another process has the number now', () => {
    writeFileSync(join(path, 'stack.pid'), `${process.pid} 1`);

    expect(() => openDataDirectory(path, { fresh: false })).not.toThrow();
  });

  it('starts empty without deleting unknown files', () => {
    writeFileSync(join(path, 'demo.json'), '{}');
    writeFileSync(join(path, 'kms.key'), 'key');
    writeFileSync(join(path, 'notes.txt'), 'mine');

    openDataDirectory(path, { fresh: true });

    expect(existsSync(join(path, 'demo.json'))).toBe(false);
    expect(existsSync(join(path, 'kms.key'))).toBe(false);
    expect(existsSync(join(path, 'notes.txt'))).toBe(true);
  });
});
