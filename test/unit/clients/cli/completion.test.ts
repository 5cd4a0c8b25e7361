import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { runFake } from '#test/support/fakes/clients/fake-outside.ts';

const CHECKS: Readonly<Record<string, readonly string[]>> = {
  bash: ['bash', '-n'],
  zsh: ['zsh', '-n'],
  fish: ['fish', '--no-execute'],
};

async function scriptOf(shell: string): Promise<string> {
  const { exitCode, output } = await runFake(['completion', shell]);
  expect(exitCode).toBe(0);
  return output();
}

describe('the completion script', () => {
  for (const [shell, [program = '', ...args]] of Object.entries(CHECKS)) {
    const isInstalled = spawnSync(program, ['--version']).status === 0;
    it.skipIf(!isInstalled)(`is accepted by ${shell}`, async () => {
      const { status, stderr } = spawnSync(program, args, { input: await scriptOf(shell), encoding: 'utf8' });

      expect([status, stderr]).toEqual([0, '']);
    });

    it(`of ${shell} has all commands, options and values`, async () => {
      const script = await scriptOf(shell);
      for (const word of [
        'listen',
        'rotate-secret',
        'secret-file',
        'idempotency-key',
        'whatsapp',
        'retrying',
      ])
        expect(script).toContain(word);
    });
  }

  it.each([
    ['lis', 'listen'],
    ['deliveries ', 'list show resend --json --profile --host --help --version'],
    ['deliveries li', 'list'],
    ['deliveries list --sta', '--state'],
    ['deliveries list --state f', 'failed'],
    ['--json endpoints rot', 'rotate-secret'],
    ['listen --forward http://localhost --ev', '--events'],
    ['completion z', 'zsh'],
    ['open end', 'endpoints'],
  ])('completes "%s" in bash', async (typed, expected) => {
    const words = ['workspace-platform', ...typed.split(' ')];
    const quoted = words.map((word) => `'${word}'`).join(' ');
    const input = `${await scriptOf('bash')}
COMP_WORDS=(${quoted}); COMP_CWORD=${words.length - 1}; _workspace_platform; echo "\${COMPREPLY[*]}"`;
    const { stdout, stderr } = spawnSync('bash', ['--norc'], { input, encoding: 'utf8' });

    expect([stdout.trim(), stderr]).toEqual([expected, '']);
  });
});
