import { useEffect, useState } from 'preact/hooks';

type Sample = { readonly at: number; readonly done: number };

/** A shorter time says little about the pace. */
const SHORTEST_MS = 10_000;

/**
 * How many recipients a second get an outcome, as observed while the screen is open; undefined until it has been long enough.
 */
export function usePace(done: number): number | undefined {
  const [first, setFirst] = useState<Sample>();
  const [pace, setPace] = useState<number>();
  useEffect(() => {
    const now = Date.now();
    if (!first) setFirst({ at: now, done });
    else if (now - first.at >= SHORTEST_MS && done > first.done)
      setPace(((done - first.done) * 1000) / (now - first.at));
  }, [done, first]);
  return pace;
}
