import { type Endpoint, isFailing } from '#console/screens/webhooks/endpoint-reads.ts';
import type { Counted } from '#console/screens/webhooks/endpoint/metrics-reads.ts';

/** The columns by which the list of endpoints can be sorted, as the URL names them. */
export const SORTS = ['name', 'state', 'attempts', 'success', 'failure', 'responsible'] as const;

export type Sort = { readonly by: (typeof SORTS)[number]; readonly isDescending: boolean };

type Metrics = Readonly<Record<string, Pick<Counted, 'attempts' | 'successes'>>>;

/** The most urgent endpoint first. */
const BY_URGENCY: Sort = { by: 'state', isDescending: false };

/** The sort of the URL: the name of a column, with a hyphen before it if the highest value is first. */
export function sortOf(text = ''): Sort {
  const by = SORTS.find((each) => each === text.replace(/^-/u, ''));
  return by ? { by, isDescending: text.startsWith('-') } : BY_URGENCY;
}

/** The sort after a click on the head of a column, as the URL has it: numbers and times begin with the highest value. Empty for the usual sort. */
export function nextSort(current: Sort, by: Sort['by']): string {
  const startsHigh = by === 'attempts' || by === 'success' || by === 'failure';
  const isDescending = current.by === by ? !current.isDescending : startsHigh;
  if (by === BY_URGENCY.by && !isDescending) return '';
  return isDescending ? `-${by}` : by;
}

/** The endpoints in this order. Equal ones are sorted by urgency, and then by name. */
export function sorted(endpoints: readonly Endpoint[], metrics: Metrics, sort: Sort): readonly Endpoint[] {
  const sign = sort.isDescending ? -1 : 1;
  return endpoints.toSorted(
    (one, other) =>
      sign * compared(one, other, metrics, sort.by) ||
      urgency(one, metrics) - urgency(other, metrics) ||
      one.name.localeCompare(other.name),
  );
}

function compared(one: Endpoint, other: Endpoint, metrics: Metrics, by: Sort['by']): number {
  switch (by) {
    case 'name':
      return one.name.localeCompare(other.name);
    case 'responsible':
      return one.responsible_member.name.localeCompare(other.responsible_member.name);
    case 'attempts':
      return (metrics[one.id]?.attempts ?? 0) - (metrics[other.id]?.attempts ?? 0);
    case 'success':
      return timeOf(one.stats.last_success_at) - timeOf(other.stats.last_success_at);
    case 'failure':
      return timeOf(one.stats.last_failure_at) - timeOf(other.stats.last_failure_at);
    default:
      return urgency(one, metrics) - urgency(other, metrics);
  }
}

/**
 * Suspended endpoints first, because only a person can make them deliver again; then failing ones, those with some failed attempts in the last
 * 24 hours, healthy ones, and paused ones.
 */
function urgency(endpoint: Endpoint, metrics: Metrics): number {
  if (endpoint.state === 'suspended') return 0;
  if (isFailing(endpoint)) return 1;
  if (endpoint.state === 'paused') return 4;
  const { attempts = 0, successes = 0 } = metrics[endpoint.id] ?? {};
  return attempts > successes ? 2 : 3;
}

/** “Never” is before all times. */
function timeOf(at: string | null): number {
  return at === null ? 0 : Date.parse(at);
}
