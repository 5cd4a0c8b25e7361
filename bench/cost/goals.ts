import type { EventBill } from '#bench/cost/bills/event-bill.ts';
import type { UpdateBill } from '#bench/cost/bills/update-bill.ts';

/** The targets for the bills. */
export type Goal = { readonly what: string; readonly limit: number; readonly found: number };

const ONE_ENDPOINT = 2.1;
const MANY_ENDPOINTS = 1.45;
const MANY = 25;
/**
 * Dollars per million deliveries of the samples of the catalogue: the prices before bodies were compressed, times 0.72, 0.9 and 0.9.
 */
const SAMPLES = { oneEndpoint: 2.564 * 0.72, spread: 2.704 * 0.9, fanOut: 1.466 * 0.9 };
/** A cached key is read again after half a minute: for at most one request in fifty of a run. */
const KEPT = 0.02;

/** Updates whose conditions need no stored data. */
const WITHOUT_READ = ['title, tagline and search text', 'name and text'];

export function goalsOf(events: readonly EventBill[], updates: readonly UpdateBill[]): Goal[] {
  // Spread events are for comparison only: the targets are for a burst to the same endpoints.
  const small = events.filter(({ samples }) => !samples);
  const single = small.filter(({ endpoints }) => endpoints === 1);
  const many = small.filter(({ endpoints }) => endpoints === MANY);
  const skipLoad = updates.filter(({ name }) => WITHOUT_READ.includes(name));
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
      { what: `${operation}: reads with a cached key`, limit: KEPT, found: warm.reads },
      { what: `${operation}: reads without a cached key`, limit: 1, found: cold.reads },
      { what: `${operation}: writes`, limit: 1, found: warm.writes },
    ]),
  ];
}

/** The targets for the samples of the catalogue. */
export function sampleGoals(events: readonly EventBill[]): Goal[] {
  return events
    .filter(({ samples }) => samples)
    .map(({ endpoints, spread, perMillionDeliveries }) => ({
      what: `dollars per million deliveries of samples, ${spread ? 'each to one of' : 'to'} ${endpoints} endpoints`,
      limit: sampleLimit(endpoints, spread),
      found: perMillionDeliveries,
    }));
}

function sampleLimit(endpoints: number, spread: boolean): number {
  if (endpoints === 1) return SAMPLES.oneEndpoint;
  return spread ? SAMPLES.spread : SAMPLES.fanOut;
}

export function isMet({ limit, found }: Goal): boolean {
  return found <= limit;
}
