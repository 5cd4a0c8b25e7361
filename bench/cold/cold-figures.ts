import { median } from '#bench/record/median.ts';
import { OPERATIONS } from '#functions/registry.ts';
import type { Bundle, Bundles } from './build-bundles.ts';
import type { Start } from './measure-start.ts';

/** A start of a function and of both baselines right before it. */
export type Round = { readonly own: Start; readonly plain: Start; readonly lean: Start };

/** The figures of a function's starts, in milliseconds: medians of all rounds. */
export type ColdFigures = {
  readonly name: string;
  readonly kind: 'http' | 'http with a secret' | 'consumer';
  readonly bytes: number;
  readonly loadMs: number;
  readonly wallMs: number;
  readonly cpuMs: number;
  /**
   * Medians of the ratios of CPU time to the plain baseline started right before: loading alone, then including the first
   * call.
   */
  readonly loadRatio: number;
  readonly ratio: number;
  /** `ratio` in wall-clock time. */
  readonly wallRatio: number;
  /** The ratio of CPU time to the lean baseline. */
  readonly leanRatio: number;
  /** Undefined for consumers, because nobody waits for their start. */
  readonly limits: { readonly bytes: number; readonly ratio: number } | undefined;
};

export type FloorFigures = Readonly<
  Record<'plain' | 'lean', { readonly bytes: number; readonly cpuMs: number; readonly wallMs: number }>
>;

const LIMIT_BYTES = 420_000;
const LIMIT_RATIO = 1.25;
const LIMIT_RATIO_SECRET = 1.4;

export function coldFigures({ name, bytes, hasKeyService }: Bundle, rounds: readonly Round[]): ColdFigures {
  const isOperation = OPERATIONS.some((operation) => operation.name === name);
  const limits = { bytes: LIMIT_BYTES, ratio: hasKeyService ? LIMIT_RATIO_SECRET : LIMIT_RATIO };
  const http = hasKeyService ? 'http with a secret' : 'http';
  return {
    name,
    kind: isOperation ? http : 'consumer',
    bytes,
    loadMs: roundedMedian(rounds.map(({ own }) => own.loadMs)),
    wallMs: roundedMedian(rounds.map(({ own }) => own.wallMs)),
    cpuMs: roundedMedian(rounds.map(({ own }) => own.cpuMs)),
    loadRatio: roundedMedian(rounds.map(({ own, plain }) => own.loadCpuMs / plain.loadCpuMs)),
    ratio: roundedMedian(rounds.map(({ own, plain }) => own.cpuMs / plain.cpuMs)),
    wallRatio: roundedMedian(rounds.map(({ own, plain }) => own.wallMs / plain.wallMs)),
    leanRatio: roundedMedian(rounds.map(({ own, lean }) => own.cpuMs / lean.cpuMs)),
    limits: isOperation ? limits : undefined,
  };
}

export function floorFigures({ plain, lean }: Bundles['floors'], rounds: readonly Round[]): FloorFigures {
  const of = ({ bytes }: Bundle, starts: readonly Start[]) => ({
    bytes,
    cpuMs: roundedMedian(starts.map(({ cpuMs }) => cpuMs)),
    wallMs: roundedMedian(starts.map(({ wallMs }) => wallMs)),
  });
  return {
    plain: of(
      plain,
      rounds.map((round) => round.plain),
    ),
    lean: of(
      lean,
      rounds.map((round) => round.lean),
    ),
  };
}

/**
 * The exceeded limits of a function. They apply to loading, because the first call depends on the requests it makes. CPU time
 * is compared, because other work on the machine does not affect it.
 */
export function beyondLimits({ name, bytes, loadRatio, limits }: ColdFigures): string[] {
  if (!limits) return [];
  return [
    ...(bytes > limits.bytes ? [`${name}: ${bytes} bytes, at most ${limits.bytes}`] : []),
    ...(loadRatio > limits.ratio
      ? [`${name}: loads in ${loadRatio} × the floor, at most ${limits.ratio}`]
      : []),
  ];
}

function roundedMedian(values: readonly number[]): number {
  return Math.round(median(values) * 1000) / 1000;
}
