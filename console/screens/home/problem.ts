import type { ComponentChildren } from 'preact';
import { countOf } from '#console/parts/counted.ts';
import type { Loaded } from '#console/session/use-query.ts';

/** The kinds of problems, the most urgent first, each with the words for one and for many. */
const KINDS = {
  suspended: ['endpoint is suspended', 'endpoints are suspended'],
  failing: ['endpoint is failing', 'endpoints are failing'],
  failedPost: ['post was not published', 'posts were not published'],
  account: ['account must be reconnected', 'accounts must be reconnected'],
  broadcast: ['broadcast has stopped', 'broadcasts have stopped'],
  rotation: ['rotation ends soon', 'rotations end soon'],
  waitingPost: ['post waits for approval', 'posts wait for approval'],
  paused: ['endpoint is paused', 'endpoints are paused'],
} as const satisfies Readonly<Record<string, readonly [string, string]>>;

type Kind = keyof typeof KINDS;
const ORDER = Object.keys(KINDS);

/** One thing that needs attention, as a row. `count`: how many things the row is about. */
export type Problem = {
  readonly id: string;
  readonly kind: Kind;
  readonly count?: number;
  /** Whether there are more things than were read. */
  readonly isMore?: boolean;
  readonly row: ComponentChildren;
};

/** The problems of a product, with the reads behind them. */
export type Found = { readonly problems: readonly Problem[]; readonly reads: readonly Loaded<unknown>[] };

/** The most urgent problem first. Problems of one kind keep their order. */
export function byUrgency(problems: readonly Problem[]): readonly Problem[] {
  return problems.toSorted((left, right) => ORDER.indexOf(left.kind) - ORDER.indexOf(right.kind));
}

/** All problems in a sentence, such as `2 endpoints are failing, 20+ posts wait for approval.` */
export function sentenceOf(problems: readonly Problem[]): string {
  const kinds = Map.groupBy(byUrgency(problems), ({ kind }) => kind);
  const parts = [...kinds].map(([kind, all]) => {
    const count = all.reduce((sum, each) => sum + (each.count ?? 1), 0);
    const [one, many] = KINDS[kind];
    const words = countOf(count, one, many);
    return all.some(({ isMore = false }) => isMore) ? words.replace(/^[\d,]+/u, '$&+') : words;
  });
  return parts.length === 0 ? 'Nothing needs your attention.' : `${parts.join(', ')}.`;
}
