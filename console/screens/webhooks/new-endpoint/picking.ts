import type { CatalogueEvent } from '#console/screens/webhooks/endpoint-reads.ts';
import { issuesAt } from '#console/session/problem.ts';
import type { DraftSubscription } from './endpoint-draft.ts';

/** What the parts of the event picker get. */
export type Picking = {
  readonly events: readonly CatalogueEvent[];
  readonly chosen: readonly DraftSubscription[];
  readonly error: Error | null;
  readonly onChange: (chosen: readonly DraftSubscription[]) => void;
};

/** Where the request has the filter of a subscription. */
export function filterPointer(index: number): string {
  return `#/subscriptions/${index}/filter`;
}

/** Whether a filter of the event has an error of the API. */
export function hasIssues({ chosen, error }: Pick<Picking, 'chosen' | 'error'>, event: string): boolean {
  return chosen.some(
    (each, index) => each.event === event && issuesAt(error, filterPointer(index)).length > 0,
  );
}
