import { createRandom, type Random } from './random.ts';

/** What can go wrong beside the receivers. */
export const FAULT_KINDS = [
  /** The process dies before or after a call. */
  'crash',
  /** A call fails, with or without having taken effect. */
  'refusal',
  /** A call takes seconds. */
  'stall',
  /** A message, a record or a schedule vanishes. */
  'loss',
  /** A message comes twice, or again although it was handled. */
  'repeat',
  /** Messages overtake each other by up to a minute. */
  'disorder',
  /** A record of the stream cannot be read until somebody mends the code. */
  'poison',
  /** Clocks of processes differ. */
  'skew',
  /** All queues, schedules and ticks rest for hours or days. */
  'rest',
] as const;

export type FaultKind = (typeof FAULT_KINDS)[number];

/** How a call to the outside ends. */
export type Fate = {
  /** Milliseconds until it takes effect, and from then until the caller hears of it. */
  readonly takes: number;
  readonly returns: number;
  readonly end: 'well' | 'dies-before' | 'dies-after' | 'fails-before' | 'fails-after';
};

/** Kills a process at one call, counted over all processes, and does nothing else. */
export type CrashPoint = { readonly call: number; readonly end: 'dies-before' | 'dies-after' };

export type Faults = {
  readonly rates: Readonly<Record<FaultKind, number>>;
  hits(kind: FaultKind): boolean;
  fateOfCall(): Fate;
  /** Chance for how long things take. */
  readonly delays: Random;
  /** From now on all goes well. */
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

/** Of each history some kinds are on, each at a rate of its own: rare combinations get their turn. Every sixth has none. */
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
