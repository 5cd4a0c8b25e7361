import { createWriteStream, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

export type OutputCapture = {
  /** Writes to the real standard output. */
  say(text: string): void;
  /** Writes to the real standard error. */
  complain(text: string): void;
  /** Writes a line of the local stack to the log. */
  log(message: string): void;
};

/**
 * Redirects the output of the functions to a file, so that standard output contains only the banner and the ready line.
 * Loggers write to the streams directly, so the streams are redirected, not the global console.
 */
export function captureOutput(file: string, now: () => Date): OutputCapture {
  const out = process.stdout.write.bind(process.stdout);
  const err = process.stderr.write.bind(process.stderr);
  // A closed pipe (`npm start | head`) must not stop the stack.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  mkdirSync(dirname(file), { recursive: true });
  const log = createWriteStream(file, { flags: 'a' });
  log.on('error', (error) => err(`${file}: ${error.message}\n`));
  function redirect(
    chunk: string | Uint8Array,
    encodingOrDone?: BufferEncoding | ((error?: Error | null) => void),
    done?: (error?: Error | null) => void,
  ): boolean {
    const callback = typeof encodingOrDone === 'function' ? encodingOrDone : done;
    log.write(chunk);
    callback?.();
    return true;
  }
  process.stdout.write = redirect;
  process.stderr.write = redirect;
  return {
    say: (text) => void out(text),
    complain: (text) => void err(text),
    log: (message) => void log.write(`${JSON.stringify({ time: now().toISOString(), message })}\n`),
  };
}
