import { useEffect, useRef, useState } from 'preact/hooks';
import { useSigned } from './context.ts';
import { focusKeeper } from './focus-keeper.ts';
import { ApiProblemError, asError, NoResponseError } from './problem.ts';

const UNKNOWN = 'No response from the API, so it is unknown whether the command was carried out.';
const REPEATABLE = `${UNKNOWN} Send it again: it is carried out only once.`;
const CHANGED = `${UNKNOWN} Check first whether it was carried out: with your changes it is another command, which is carried out as well.`;

/** The result of a command whose response was lost. The message is for a command that is sent again unchanged. */
class UnknownResultError extends Error {
  override readonly name = 'UnknownResultError';
}

/** The header that makes a repeated POST return the response to the first one. The session may replace the key (`sendOnce`). */
export type Once = { readonly 'Idempotency-Key': string };

export type Running = {
  readonly isBusy: boolean;
  readonly error: Error | null;
  /** Whether the last command had been sent before without a response, also from a screen that the person has left. */
  readonly isRepeated: boolean;
  /**
   * Sends a command, unless the previous command is still running, and then reads everything on the screen again. Returns whether the
   * command succeeded.
   */
  readonly run: (send: (once: Once) => Promise<unknown>) => Promise<boolean>;
};

/**
 * Commands of a form or a button. A double click sends one command. A command whose response was lost is sent again with the same
 * `Idempotency-Key`, so that it is not carried out twice.
 */
export function useCommand(): Running {
  const { queries, session } = useSigned();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  const [isRepeated, setRepeated] = useState(false);
  const isRunning = useRef(false);
  const keepFocus = useRef<() => void>(() => undefined);
  // Reading again can replace the control of the command, after the command itself has ended.
  useEffect(() => () => keepFocus.current(), []);

  async function run(send: (once: Once) => Promise<unknown>): Promise<boolean> {
    if (isRunning.current) return false;
    isRunning.current = true;
    keepFocus.current = focusKeeper();
    setBusy(true);
    setError(null);
    setRepeated(false);
    const key = crypto.randomUUID();
    try {
      await send({ 'Idempotency-Key': key });
      setRepeated(session.retryKeys.succeeded(key));
      await queries.invalidateQueries();
      return true;
    } catch (error_) {
      // After a 5xx status the result is as unknown as without a response.
      if (error_ instanceof ApiProblemError && error_.status < 500) session.retryKeys.rejected(key);
      setError(
        error_ instanceof NoResponseError
          ? new UnknownResultError(REPEATABLE, { cause: error_ })
          : asError(error_),
      );
      return false;
    } finally {
      isRunning.current = false;
      setBusy(false);
      keepFocus.current();
    }
  }

  return { isBusy, error, isRepeated, run };
}

/** What still holds of an error after the person has changed what was sent: only that the result of a command is unknown. */
export function errorAfterChange(error: Error | null): Error | null {
  return error instanceof UnknownResultError ? new Error(CHANGED, { cause: error }) : null;
}
