import { createInterface } from 'node:readline/promises';
import { addAbortSignal, type Readable, Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { CommandError, EXIT } from '#cli/command/command-error.ts';
import type { Input } from '#cli/command/outside.ts';

type Terminal = Readable & { readonly isTTY?: boolean };

/** The standard input of the process. Questions are shown on standard error, so that standard output has only results. */
export function terminalInput(
  stdin: Terminal,
  stderr: NodeJS.WritableStream,
  interrupted: AbortSignal,
): Input {
  async function question(text: string, isShown: boolean): Promise<string> {
    const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
    // This ends the echo of the terminal itself, so it comes before the question: a key can be pasted at once.
    const lines = createInterface({ input: stdin, output: isShown ? stderr : nowhere, terminal: true });
    const stopped = new AbortController();
    // Without the echo, Ctrl-C is a character and not a signal.
    lines.once('SIGINT', () => stopped.abort());
    const signal = AbortSignal.any([interrupted, stopped.signal]);
    const answer = lines.question(isShown ? text : '', { signal });
    if (!isShown) stderr.write(text);
    try {
      return await answer;
    } catch (error) {
      // Ctrl-C or Ctrl-D instead of an answer.
      throw new CommandError(EXIT.interrupted, 'Cancelled; nothing was changed.', { cause: error });
    } finally {
      lines.close();
      if (!isShown) stderr.write('\n');
    }
  }

  return {
    isTerminal: stdin.isTTY === true,
    readAll: () => buffer(addAbortSignal(interrupted, stdin)),
    ask: (text) => question(text, true),
    askHidden: (text) => question(text, false),
  };
}
