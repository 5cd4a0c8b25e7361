import type { Ledger } from './ledger.ts';
import type { Data } from './parts.ts';
import type { Timeline } from './timeline.ts';

/** The amount of activity in a history. */
export type Figures = {
  readonly steps: number;
  readonly calls: number;
  readonly requests: number;
  readonly deliveries: number;
  readonly virtualMs: number;
  /** Without any fault of the platform. */
  readonly isCalm: boolean;
  /** Deliveries by state at the end. */
  readonly states: Readonly<Record<string, number>>;
};

export function figuresOf(
  data: Data,
  ledger: Ledger,
  timeline: Timeline,
  known: Pick<Figures, 'calls' | 'virtualMs'>,
): Figures {
  const states: Record<string, number> = {};
  for (const { state } of data.deliveries.values()) states[state] = (states[state] ?? 0) + 1;
  const requests = [...ledger.requests.values()].reduce((sum, sent) => sum + sent.length, 0);
  const { steps } = timeline;
  return { ...known, steps, requests, deliveries: data.deliveries.size, isCalm: ledger.isCalm, states };
}
