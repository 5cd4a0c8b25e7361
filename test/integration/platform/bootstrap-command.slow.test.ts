import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';

async function bootstrap(...options: string[]): Promise<{ code: unknown; output: string }> {
  const child = spawn(process.execPath, ['scripts/commands/bootstrap.ts', ...options], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [code]: unknown[] = await once(child, 'close');
  return { code, output };
}

const COMPLETE = ['--table', 'Core', '--workspace', 'Acme', '--admin', 'Ada', '--email', 'ada@example.com'];

describe('npm run bootstrap', () => {
  it('prints its usage', async () => {
    const { code, output } = await bootstrap('--help');

    expect(code).toBe(0);
    expect(output).toContain('npm run bootstrap --');
  });

  it.each([
    ['without options', []],
    ['with an invalid e-mail address', [...COMPLETE, '--email', 'c']],
    ['with an e-mail address that the API would reject', [...COMPLETE, '--email', 'a b@example.com']],
    ['with a name of two lines', [...COMPLETE, '--admin', 'Ada\nLovelace']],
    ['with a workspace of too long a name', [...COMPLETE, '--workspace', 'x'.repeat(101)]],
    ['with an invalid time zone', [...COMPLETE, '--timezone', 'Mars/Olympus']],
  ])('prints its usage %s, and writes nothing', async (_situation, options) => {
    expect((await bootstrap(...options)).code).toBe(2);
  });

  it('reports an unknown option in a sentence, not in a stack trace', async () => {
    const { code, output } = await bootstrap('--colour', 'red');

    expect(code).toBe(1);
    expect(output).toContain("Unknown option '--colour'");
    expect(output).not.toMatch(/\n\s+at /u);
  });
});
