import { useEffect, useRef, useState } from 'preact/hooks';
import { useSigned } from './context.ts';
import { focusKeeper } from './focus-keeper.ts';
import { asError, NoResponseError } from './problem.ts';

const UNKNOWN =
  'No response from the API, so it is unknown whether the command was carried out. Send it again: it is carried out only once.';

/** The header that makes a repeated POST return the response to the first one. */
export type Once = { readonly 'Idempotency-Key': string };

export type Running = {
  readonly isBusy: boolean;
  readonly error: Error | null;
  /**
   * Sends a command, unless the previous command is still running, and then reads everything on the screen again. `content` has the
   * values that the request depends on. Returns whether the command succeeded.
   */
  readonly run: (send: (once: Once) => Promise<unknown>, content?: unknown) => Promise<boolean>;
};

/**
 * Commands of a form or a button. A double click sends one command. After an error, the same content is sent with the same
 * `Idempotency-Key`, so that the command is not carried out twice if only the response was lost.
 */
export function useCommand(): Running {
  const { queries } = useSigned();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  const isRunning = useRef(false);
  const keepFocus = useRef<() => void>(() => undefined);
  // Reading again can replace the control of the command, after the command itself has ended.
  useEffect(() => () => keepFocus.current(), []);
  const last = useRef<{ content: string; key: string } | undefined>(undefined);

  async function run(send: (once: Once) => Promise<unknown>, content?: unknown): Promise<boolean> {
    if (isRunning.current) return false;
    isRunning.current = true;
    keepFocus.current = focusKeeper();
    setBusy(true);
    setError(null);
    const text = JSON.stringify(content) ?? '';
    if (last.current?.content !== text) last.current = { content: text, key: crypto.randomUUID() };
    try {
      await send({ 'Idempotency-Key': last.current.key });
      last.current = undefined;
      await queries.invalidateQueries();
      return true;
    } catch (error_) {
      setError(error_ instanceof NoResponseError ? new Error(UNKNOWN, { cause: error_ }) : asError(error_));
      return false;
    } finally {
      isRunning.current = false;
      setBusy(false);
      keepFocus.current();
    }
  }

  return { isBusy, error, run };
}
