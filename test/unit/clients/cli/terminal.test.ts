import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { terminalInput } from '#clients/cli/machine/terminal.ts';
import { KEY } from '#test/support/fakes/clients/fake-outside.ts';

/** A terminal that shows what is typed until a program turns this off, as a real one does. */
function fakeTerminal() {
  let screen = '';
  let echoes = true;
  const stderr = new PassThrough();
  stderr.on('data', (chunk: Buffer) => (screen += chunk.toString()));
  const stdin = Object.assign(new PassThrough(), {
    isTTY: true,
    setRawMode(isRaw: boolean) {
      echoes = !isRaw;
      return stdin;
    },
  });
  return {
    stdin,
    stderr,
    screen: () => screen,
    echoes: () => echoes,
    type(text: string) {
      if (echoes) screen += text;
      stdin.write(text);
    },
  };
}

describe('a question on a terminal', () => {
  it('does not show a key, also if it is pasted as soon as the question appears', async () => {
    const terminal = fakeTerminal();
    terminal.stderr.once('data', () => terminal.type(`${KEY}\r`));
    const input = terminalInput(terminal.stdin, terminal.stderr, new AbortController().signal);

    expect(await input.askHidden('Key: ')).toBe(KEY);
    expect(terminal.screen()).toBe('Key: \n');
    expect(terminal.echoes()).toBe(true);
  });

  it('shows another answer, and the question once', async () => {
    const terminal = fakeTerminal();
    terminal.stderr.once('data', () => terminal.type('yes\r'));
    const input = terminalInput(terminal.stdin, terminal.stderr, new AbortController().signal);

    expect(await input.ask('Sure? ')).toBe('yes');
    expect(terminal.screen().split('Sure? ')).toHaveLength(2);
    expect(terminal.screen()).toContain('yes');
  });

  it.each([
    ['Ctrl-C', '\u0003'],
    ['Ctrl-D', '\u0004'],
  ])('ends with 130 after %s', async (_, typed) => {
    const terminal = fakeTerminal();
    terminal.stderr.once('data', () => terminal.type(typed));
    const input = terminalInput(terminal.stdin, terminal.stderr, new AbortController().signal);

    await expect(input.askHidden('Key: ')).rejects.toMatchObject({ exitCode: 130 });
    expect(terminal.echoes()).toBe(true);
  });
});

describe('standard input', () => {
  it('is not waited for after an interruption', async () => {
    const interruption = new AbortController();
    const input = terminalInput(new PassThrough(), new PassThrough(), interruption.signal);
    const reading = input.readAll();
    interruption.abort(new Error('interrupted'));

    await expect(reading).rejects.toThrow('abort');
  });
});
