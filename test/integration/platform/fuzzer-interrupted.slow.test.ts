import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const FUZZER = fileURLToPath(new URL('../../../scripts/commands/fuzz.ts', import.meta.url));

/** Runs the fuzzer until a line of its output, and interrupts it then as a terminal does: its whole process group. */
async function interruptedAt(when: RegExp): Promise<string> {
  const child = spawn(process.execPath, [FUZZER, '--requests', '100000', '--seed', '1', '--stacks', '1'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  const ended = once(child, 'close');
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    const isTime = when.test(line) && !lines.some((earlier) => when.test(earlier));
    lines.push(line);
    if (isTime && child.pid !== undefined) process.kill(-child.pid, 'SIGINT');
  }
  await ended;
  return lines.join('\n');
}

function figuresOf(text: string): Record<string, unknown> {
  return JSON.parse(text.slice(text.indexOf('\n{\n') + 1));
}

// Windows has neither process groups nor SIGINT for another process.
describe.skipIf(process.platform === 'win32')('an interrupted fuzzer', () => {
  it('still reports its findings, and leaves no stack behind', async () => {
    const text = await interruptedAt(/^[1-9]\d* requests, /u);
    const stack = /^Stack started at (\S+)$/mu.exec(text)?.[1] ?? '';
    const { requests } = figuresOf(text);

    expect(text).not.toContain('no answer');
    expect(requests).toBeGreaterThanOrEqual(250);
    expect(requests).toBeLessThan(100_000);
    await expect(fetch(stack)).rejects.toThrow('fetch failed');
  });
});
