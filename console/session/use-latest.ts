import { useEffect, useRef, useState } from 'preact/hooks';
import { useSigned } from './context.ts';
import { asError } from './problem.ts';

/** A draft is read after the person has stopped typing for this many milliseconds. */
const PAUSE_MS = 400;

/**
 * Reads what the API makes of a draft, again after each change. `key` identifies the draft. After an error, the result of the last draft that
 * the API accepted stays.
 */
export function useLatest<T>(key: string, read: () => Promise<T>) {
  const { isLocked } = useSigned();
  const [data, setData] = useState<T>();
  const [error, setError] = useState<Error | null>(null);
  const [isBusy, setBusy] = useState(false);
  const newest = useRef(0);

  async function update(): Promise<void> {
    newest.current += 1;
    const number = newest.current;
    // A slow response must not replace that of a later change.
    const isNewest = () => number === newest.current;
    setBusy(true);
    try {
      const result = await read();
      if (!isNewest()) return;
      setData(result);
      setError(null);
    } catch (error_) {
      if (isNewest()) setError(asError(error_));
    } finally {
      if (isNewest()) setBusy(false);
    }
  }

  useEffect(() => {
    if (isLocked) return undefined;
    const timer = setTimeout(() => void update(), data === undefined ? 0 : PAUSE_MS);
    return () => clearTimeout(timer);
  }, [key, isLocked]);

  return { data, error, isBusy };
}
