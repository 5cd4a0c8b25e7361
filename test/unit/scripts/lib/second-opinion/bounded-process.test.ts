import { describe, expect, it } from 'vitest';
import { runCommand, startProcess } from '#scripts/lib/second-opinion/bounded-process.ts';
import { waitFor } from '#test/support/fixtures/platform/wait-for.ts';

const NODE = process.execPath;
/** Writes the pid of a child that would live for a minute, and waits for it. */
const WITH_CHILD = `const c = require('node:child_process').spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)']); console.log(c.pid); c.on('close', () => {})`;

describe('runCommand', () => {
  it('returns the exit code and both streams', async () => {
    const signal = new AbortController().signal;
    const args = ['-e', 'console.log("out"); console.error("err"); process.exitCode = 3'];
    const { code, stdout, output } = await runCommand({ command: NODE, args, signal });
    expect([code, stdout, output.split('\n').toSorted()]).toEqual([3, 'out\n', ['', 'err', 'out']]);
  });

  it('throws and ends the process if the signal is aborted', async () => {
    const args = ['-e', 'setTimeout(() => {}, 60000)'];
    const running = runCommand({ command: NODE, args, signal: AbortSignal.timeout(300) });
    await expect(running).rejects.toThrow(/timeout/u);
  });

  it('throws if the command does not exist', async () => {
    const signal = new AbortController().signal;
    await expect(runCommand({ command: 'no-such-command', args: [], signal })).rejects.toThrow(/ENOENT/u);
  });
});

describe('startProcess', () => {
  it('ends the children of a server together with it', async () => {
    const server = startProcess({
      command: NODE,
      args: ['-e', WITH_CHILD],
      signal: new AbortController().signal,
    });
    const child = Number(
      await waitFor('the pid of the child', async () => server.output().trim() || undefined),
    );
    await server.stop();
    expect(server.isRunning()).toBe(false);
    await waitFor('the end of the child', async () => !isAlive(child) || undefined);
  });
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
