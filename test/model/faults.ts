import { createRandom, type Random } from './random.ts';

/** The faults besides those of the receivers. */
export const FAULT_KINDS = [
  /** The process crashes before or after a call. */
  'crash',
  /** A call fails, with or without effect. */
  'refusal',
  /** A call takes seconds. */
  'stall',
  /** A message, a record or a schedule is lost. */
  'loss',
  /** A message is delivered twice, or again after it was processed. */
  'repeat',
  /** Messages are reordered by up to a minute. */
  'disorder',
  /** A record of the stream cannot be parsed until the code is fixed. */
  'poison',
  /** The clocks of processes differ. */
  'skew',
  /** All queues, schedules and ticks stop for hours or days. */
  'rest',
] as const;

export type FaultKind = (typeof FAULT_KINDS)[number];

/** The outcome of an external call. */
export type Fate = {
  /** Milliseconds until it takes effect, and from then until the caller gets the result. */
  readonly takes: number;
  readonly returns: number;
  readonly end: 'well' | 'dies-before' | 'dies-after' | 'fails-before' | 'fails-after';
};

/** Crashes a process at one call, counted over all processes, and does nothing else. */
export type CrashPoint = { readonly call: number; readonly end: 'dies-before' | 'dies-after' };

export type Faults = {
  readonly rates: Readonly<Record<FaultKind, number>>;
  hits(kind: FaultKind): boolean;
  fateOfCall(): Fate;
  /** Random durations. */
  readonly delays: Random;
  /** From now on there are no faults. */
  stop(): void;
  readonly calls: number;
};

const HIGHEST: Readonly<Record<FaultKind, number>> = {
  crash: 0.03,
  refusal: 0.03,
  stall: 0.02,
  loss: 0.12,
  repeat: 0.15,
  disorder: 0.4,
  poison: 0.1,
  skew: 1,
  rest: 0.15,
};

/** Each history enables some kinds, each at its own rate, so that rare combinations occur. Every sixth has none. */
export function drawRates(seed: number, off: ReadonlySet<FaultKind> = new Set()) {
  const random = createRandom(seed, 'rates');
  const isCalm = random.chance(1 / 6);
  const rates = FAULT_KINDS.map((kind) => {
    const rate = random.chance(0.5) ? HIGHEST[kind] * (0.2 + 0.8 * random.next()) : 0;
    return [kind, isCalm || off.has(kind) ? 0 : rate] as const;
  });
  return Object.fromEntries(rates) as Record<FaultKind, number>;
}

export function createFaults(
  seed: number,
  rates: Readonly<Record<FaultKind, number>>,
  crashAt?: CrashPoint,
): Faults {
  const chances = new Map(FAULT_KINDS.map((kind) => [kind, createRandom(seed, `fault/${kind}`)]));
  const delays = createRandom(seed, 'delays');
  let isOver = false;
  let calls = 0;

  function hits(kind: FaultKind): boolean {
    return !isOver && (chances.get(kind)?.chance(rates[kind]) ?? false);
  }

  function endOfCall(): Fate['end'] {
    if (crashAt) return calls === crashAt.call ? crashAt.end : 'well';
    if (hits('crash')) return chances.get('crash')?.chance(0.5) ? 'dies-before' : 'dies-after';
    if (hits('refusal')) return chances.get('refusal')?.chance(0.5) ? 'fails-before' : 'fails-after';
    return 'well';
  }

  return {
    rates,
    hits,
    delays,
    fateOfCall() {
      calls += 1;
      const stall = hits('stall') ? delays.between(100, 12_000) : 0;
      const takes = delays.between(1, 8) + stall;
      return { takes, returns: delays.chance(0.3) ? delays.between(1, 6) : 0, end: endOfCall() };
    },
    stop() {
      isOver = true;
    },
    get calls() {
      return calls;
    },
  };
}
