import { useEffect, useState } from 'preact/hooks';

type Sample = { readonly at: number; readonly done: number };

/** A shorter time says little about the pace. */
const MIN_INTERVAL_MS = 10_000;

/**
 * The recipients that get an outcome per second, observed while the screen is open; undefined until the screen has been open long enough.
 */
export function usePace(done: number): number | undefined {
  const [first, setFirst] = useState<Sample>();
  const [pace, setPace] = useState<number>();
  useEffect(() => {
    const now = Date.now();
    if (!first) setFirst({ at: now, done });
    else if (now - first.at >= MIN_INTERVAL_MS && done > first.done)
      setPace(((done - first.done) * 1000) / (now - first.at));
  }, [done, first]);
  return pace;
}
