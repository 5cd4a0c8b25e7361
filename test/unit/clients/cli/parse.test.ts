import { describe, expect, it } from 'vitest';
import { runFake } from '#test/support/fakes/clients/fake-outside.ts';

describe('the arguments', () => {
  it('name a command, after global options as well', async () => {
    const { exitCode, output } = await runFake(['--profile', 'x', '--json', 'profiles']);

    expect(exitCode).toBe(0);
    expect(JSON.parse(output())).toEqual({ data: [] });
  });

  it.each([
    [['lisen'], 'There is no command "lisen". Did you mean "listen"?'],
    [['deliveries', 'lst'], 'Did you mean "deliveries list"?'],
    [['delivries', 'list'], 'Did you mean "deliveries"?'],
    [['endpoints', 'list', '--limt', '3'], `Unknown option '--limt'. Did you mean "--limit"?`],
    [['endpoints', 'list', '--limit'], 'argument missing'],
    [['endpoints', 'list', '--limit', '0'], '--limit must be a whole number from 1 to 10000.'],
    [['deliveries', 'show'], '<delivery> is missing.'],
    [['deliveries', 'list', '--state', 'faild'], '--state must be one of queued,'],
    [['completion', 'csh'], '<shell> must be one of bash, zsh, fish.'],
    [['--nope', 'listen'], 'Write a command before --nope.'],
    [['listen'], '--forward is missing or not a URL'],
    [['recover', 'e1'], '--since is missing'],
    [['recover', 'e1', '--since', 'yesterday'], '--since must be an age such as 30m'],
  ])('%j are wrong usage', async (args, message) => {
    const { exitCode, output, messages } = await runFake(args);

    expect(exitCode).toBe(2);
    expect(messages()).toContain(message);
    expect(output()).toBe('');
  });

  it.each([
    ['login', 'wsk_abcdefghijklmnopqrst'],
    ['login', '--key=wsk_abcdefghijklmnopqrst'],
    ['--key=wsk_abcdefghijklmnopqrst', 'login'],
    ['wsk_abcdefghijklmnopqrst'],
    ['login', '--host', 'wsk_abcdefghijklmnopqrst'],
    ['listen', '--channel', 'wsk_abcdefghijklmnopqrst'],
  ])('%j have a key, which is not repeated', async (...args) => {
    const { exitCode, seen } = await runFake(args);

    expect(exitCode).toBe(2);
    expect(seen()).not.toContain('abcdefghijklmnopqrst');
  });
});

describe('the help', () => {
  it.each([[['--help']], [['help']], [['deliveries', '--help']], [['help', 'deliveries']]])(
    'of %j is a result',
    async (args) => {
      const { exitCode, output } = await runFake(args);

      expect(exitCode).toBe(0);
      expect(output()).toContain('deliveries show <delivery>');
    },
  );

  it.each([[[]], [['deliveries']]])('is a message after the incomplete command %j', async (args) => {
    const { exitCode, output, messages } = await runFake(args);

    expect(exitCode).toBe(2);
    expect(output()).toBe('');
    expect(messages()).toContain('deliveries show <delivery>');
  });

  it('of a command has its options, its values and its examples', async () => {
    const { output } = await runFake(['deliveries', 'list', '--help']);

    expect(output()).toContain('--state <state>');
    expect(output()).toContain('queued, retrying, held');
    expect(output()).toContain('workspace-platform deliveries list --state failed');
  });

  it('has the version', async () => {
    expect((await runFake(['--version'])).output()).toMatch(/^\d+\.\d+\.\d+\n$/u);
    expect((await runFake(['listen', '--version'])).output()).toMatch(/^\d+\.\d+\.\d+\n$/u);
  });
});
