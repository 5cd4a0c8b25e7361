import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { ReadStream } from 'node:tty';
import type { Input } from '#cli/command/outside.ts';

/** The standard input of the process. Questions are shown on standard error, so that standard output has only results. */
export function terminalInput(
  stdin: ReadStream,
  stderr: NodeJS.WritableStream,
  interrupted: AbortSignal,
): Input {
  async function question(text: string, shown: boolean): Promise<string> {
    stderr.write(text);
    const echo = shown ? stderr : new Writable({ write: (_chunk, _encoding, done) => done() });
    const lines = createInterface({ input: stdin, output: echo, terminal: true });
    const stopped = new AbortController();
    // In raw mode, Ctrl-C is a character and not a signal.
    lines.once('SIGINT', () => stopped.abort());
    try {
      return await lines.question(shown ? text : '', {
        signal: AbortSignal.any([interrupted, stopped.signal]),
      });
    } finally {
      lines.close();
      if (!shown) stderr.write('\n');
    }
  }

  return {
    isTerminal: stdin.isTTY,
    readAll: () => buffer(stdin),
    ask: (text) => question(text, true),
    askHidden: (text) => question(text, false),
  };
}
