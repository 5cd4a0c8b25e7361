import type { EventBill } from './event-bill.ts';
import type { UpdateBill } from './update-bill.ts';

/** What the bills are held to (issue 9). */
export type Goal = { readonly what: string; readonly limit: number; readonly found: number };

const ONE_ENDPOINT = 2.1;
const MANY_ENDPOINTS = 1.45;
const MANY = 25;
/** A key that is known is read again when its half minute is over: not more than one request in fifty of a run. */
const KEPT = 0.02;

/** Updates whose rule needs nothing that is stored. */
const BLIND = ['title, tagline and search text', 'name and text'];

export function goalsOf(events: readonly EventBill[], updates: readonly UpdateBill[]): Goal[] {
  // Spread events are for comparison: the goals are for a burst to the same endpoints.
  const single = events.filter(({ endpoints }) => endpoints === 1);
  const many = events.filter(({ endpoints }) => endpoints === MANY);
  const skipLoad = updates.filter(({ name }) => BLIND.includes(name));
  return [
    ...single.map(({ contact, perMillionEvents }) => ({
      what: `dollars per million events to one endpoint${contact ? ', about a contact' : ''}`,
      limit: ONE_ENDPOINT,
      found: perMillionEvents,
    })),
    ...many.map(({ contact, perMillionDeliveries }) => ({
      what: `dollars per million deliveries to ${MANY} endpoints${contact ? ', about a contact' : ''}`,
      limit: MANY_ENDPOINTS,
      found: perMillionDeliveries,
    })),
    ...skipLoad.flatMap(({ operation, warm, cold }) => [
      { what: `${operation}: reads, key known`, limit: KEPT, found: warm.reads },
      { what: `${operation}: reads, key unknown`, limit: 1, found: cold.reads },
      { what: `${operation}: writes`, limit: 1, found: warm.writes },
    ]),
  ];
}

export function isMet({ limit, found }: Goal): boolean {
  return found <= limit;
}
