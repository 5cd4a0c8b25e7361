/** The time that counts is measured in ticks of this many milliseconds. */
const TICK_MS = 100;
/** A tick counts at most this many milliseconds, however late it ends. */
const MAX_PER_TICK_MS = 150;

export type PatientTimer = {
  /** The milliseconds that count so far. */
  counted(): number;
  cancel(): void;
};

/**
 * A timeout for the response of another machine. It counts only time in which this process could read a response: while the
 * process is stalled (its event loop is blocked, or another process has the CPU), at most one tick passes. After a stall, Node.js
 * runs timers before it reads from sockets, so `act` runs only after one more read.
 *
 * `mostMs` limits the whole time, stalls included. `act` gets true if this limit came first; then the response may be late because
 * of this process.
 */
export function startPatientTimer(
  milliseconds: number,
  act: (isStalled: boolean) => void,
  mostMs = Number.POSITIVE_INFINITY,
): PatientTimer {
  const startedAt = performance.now();
  let past = 0;
  let tickStartedAt = startedAt;
  let timer: NodeJS.Timeout | undefined;
  let lastRead: NodeJS.Immediate | undefined;

  const inTick = (): number => Math.min(performance.now() - tickStartedAt, MAX_PER_TICK_MS);

  function startTick(): void {
    timer = setTimeout(endTick, Math.min(TICK_MS, Math.ceil(milliseconds - past)));
  }

  function endTick(): void {
    past += inTick();
    tickStartedAt = performance.now();
    const isStalled = past < milliseconds && tickStartedAt - startedAt >= mostMs;
    // Immediates run after the loop has read from its sockets.
    if (past >= milliseconds || isStalled) lastRead = setImmediate(act, isStalled);
    else startTick();
  }

  startTick();
  return {
    counted: () => past + inTick(),
    cancel: () => {
      clearTimeout(timer);
      clearImmediate(lastRead);
    },
  };
}

/** A `Timer` that waits for the response of another machine. */
export function patientTimer(milliseconds: number, act: () => void): () => void {
  return startPatientTimer(milliseconds, () => act()).cancel;
}
