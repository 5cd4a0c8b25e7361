import { median } from '#bench/record/median.ts';
import { OPERATIONS } from '#functions/registry.ts';
import type { CallSteps } from './aws-call.ts';
import type { Bundle } from './build-bundles.ts';
import type { Start } from './measure-start.ts';

/** A start of a function, the AWS calls of its first invocation, and a start of its floor right after it. */
export type Round = { readonly own: Start; readonly floor: Start; readonly steps: CallSteps };

/** The figures of a function's starts: medians of all rounds, in milliseconds of CPU time. */
export type ColdFigures = {
  readonly name: string;
  readonly kind: 'http' | 'consumer';
  readonly bytes: number;
  /** The AWS calls of the last round, such as `GetItem+UpdateItem PutItem`; `+` joins the calls of one step. */
  readonly calls: string;
  readonly loadMs: number;
  readonly cpuMs: number;
  readonly floorMs: number;
  /** Median of the ratios of load and first call to the floor. */
  readonly ratio: number;
  readonly limits: { readonly bytes: number; readonly ratio: number };
};

/** `test/infra/bundle.slow.test.ts` has the same limits. */
const LIMIT_BYTES = 300_000;
/** Functions with a limit of their own, and their limit of bytes and of the ratio: the SDK of the Model Context Protocol is large. */
const LARGER: Readonly<Record<string, ColdFigures['limits']>> = {
  'call-agent-tool': { bytes: 580_000, ratio: 2.5 },
};
const LIMIT_RATIO = 1.25;
const LIMIT_MEDIAN_RATIO = 1.15;
/** A function without AWS calls has no floor of its own and must be faster than a function that reads one item. */
const LIMIT_RATIO_WITHOUT_CALLS = 1;

export function coldFigures({ name, bytes }: Bundle, rounds: readonly Round[]): ColdFigures {
  const kind = OPERATIONS.some((operation) => operation.name === name) ? 'http' : 'consumer';
  const calls = (rounds.at(-1)?.steps ?? [])
    .map((step) => step.map(({ operation }) => operation).join('+'))
    .join(' ');
  return {
    name,
    kind,
    bytes,
    calls,
    loadMs: roundedMedian(rounds.map(({ own }) => own.loadMs)),
    cpuMs: roundedMedian(rounds.map(({ own }) => own.cpuMs)),
    floorMs: roundedMedian(rounds.map(({ floor }) => floor.cpuMs)),
    ratio: roundedMedian(rounds.map(({ own, floor }) => own.cpuMs / floor.cpuMs)),
    limits: LARGER[name] ?? {
      bytes: LIMIT_BYTES,
      ratio: calls === '' ? LIMIT_RATIO_WITHOUT_CALLS : LIMIT_RATIO,
    },
  };
}

/** The median of the ratios of the functions that call AWS. */
export function medianRatio(figures: readonly ColdFigures[]): number {
  return roundedMedian(figures.filter(({ calls }) => calls !== '').map(({ ratio }) => ratio));
}

/** The exceeded limits, one line each. The median has a limit if all functions were measured. */
export function beyondLimits(figures: readonly ColdFigures[], isComplete: boolean): string[] {
  const ratio = medianRatio(figures);
  return [
    ...(isComplete && ratio > LIMIT_MEDIAN_RATIO
      ? [`the median is ${ratio} × the floor, at most ${LIMIT_MEDIAN_RATIO}`]
      : []),
    ...figures.flatMap(({ name, bytes, ratio: own, limits }) => [
      ...(bytes > limits.bytes ? [`${name}: ${bytes} bytes, at most ${limits.bytes}`] : []),
      ...(own > limits.ratio ? [`${name}: ${own} × the floor, at most ${limits.ratio}`] : []),
    ]),
  ];
}

function roundedMedian(values: readonly number[]): number {
  return Math.round(median(values) * 1000) / 1000;
}
