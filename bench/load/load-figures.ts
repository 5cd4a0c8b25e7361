import type { Crash } from './crash-at-random.ts';
import { hasEnded, isPlanned, type ExpectedDelivery, toPairKey, type Records } from './drain.ts';
import type { AcceptedEvent, Ingestion } from './ingest-events.ts';
import type { Arrivals, LoadReceiver } from './load-receiver.ts';
import { type Percentiles, percentiles } from './percentiles.ts';

/** The figures of a run; `bench/README.md` explains each of them. */
export type LoadFigures = {
  readonly drained: boolean;
  readonly eventsAccepted: number;
  readonly deliveriesExpected: number;
  readonly requests: number;
  readonly delivered: number;
  readonly ended: number;
  readonly planned: number;
  readonly duplicates: number;
  readonly lost: number;
  /** Deliveries that would count as lost if the run had been drained. */
  readonly undecided: number;
  readonly moreThanSixAttempts: number;
  readonly mostRequestsOfOneDelivery: number;
  readonly wrongSignatures: number;
  readonly wrongHeaders: Readonly<Record<string, number>>;
  readonly matchedTooFew: number;
  readonly neverAccepted: number;
  readonly connectionErrors: number;
  readonly rejections: number;
  readonly crashes: readonly Crash[];
  readonly firstRequestMs: Percentiles;
  readonly successMs: Percentiles;
  readonly ingestSeconds: number;
  readonly seconds: number;
  readonly deliveriesPerSecond: number;
};

const MAX_ATTEMPTS = 6;

export function owedBy(accepted: readonly AcceptedEvent[], endpoints: number): ExpectedDelivery[] {
  return accepted.flatMap(({ id: eventId }) =>
    Array.from({ length: endpoints }, (_, endpoint) => ({ eventId, endpoint })),
  );
}

/** Compares what was accepted with what arrived and what is recorded. */
export function loadFigures(run: {
  readonly ingestion: Ingestion;
  readonly endpoints: number;
  readonly receiver: Pick<LoadReceiver, 'arrivals' | 'tally'>;
  readonly records: Records;
  readonly drained: boolean;
  readonly crashes: readonly Crash[];
  readonly startedAt: number;
  readonly ingestedAt: number;
  readonly now: Date;
}): LoadFigures {
  const { ingestion, endpoints, receiver, records, now, startedAt } = run;
  const { accepted } = ingestion;
  const owed = owedBy(accepted, endpoints);
  const arrivals = [...receiver.arrivals.values()];
  const byPair = new Map(arrivals.map((arrived) => [toPairKey(arrived), arrived]));
  const acceptedAt = new Map(accepted.map((event) => [event.id, event.acceptedAt]));

  const isDelivered = (each: ExpectedDelivery): boolean =>
    byPair.get(toPairKey(each))?.deliveredAt !== undefined;
  const isOver = (each: ExpectedDelivery): boolean => hasEnded(records.get(toPairKey(each)));
  const isStillToCome = (each: ExpectedDelivery): boolean => isPlanned(records.get(toPairKey(each)), now);
  const tooOften = new Set([
    ...arrivals.filter(({ requests }) => requests > MAX_ATTEMPTS).map(toPairKey),
    ...[...records].filter(([, { attempts }]) => attempts.length > MAX_ATTEMPTS).map(([pair]) => pair),
  ]);
  // A request can arrive before the client has read the 202; that counts as no latency.
  const since = (at: (arrived: Arrivals) => number | undefined): Percentiles =>
    percentiles(
      arrivals.flatMap((arrived) => {
        const from = acceptedAt.get(arrived.eventId);
        const to = at(arrived);
        return from === undefined || to === undefined ? [] : [Math.max(0, to - from)];
      }),
    );
  const seconds = (until: number): number => Math.round((until - startedAt) / 100) / 10;
  const lastDeliveredAt = Math.max(startedAt, ...arrivals.map(({ deliveredAt }) => deliveredAt ?? 0));
  const delivered = owed.filter(isDelivered).length;
  const missing = owed.filter((each) => !isDelivered(each) && !isOver(each) && !isStillToCome(each)).length;

  return {
    drained: run.drained,
    eventsAccepted: accepted.length,
    deliveriesExpected: owed.length,
    requests: receiver.tally.requests,
    delivered,
    ended: owed.filter(isOver).length,
    planned: owed.filter(isStillToCome).length,
    duplicates: arrivals.reduce((sum, { duplicates }) => sum + duplicates, 0),
    lost: run.drained ? missing : 0,
    undecided: run.drained ? 0 : missing,
    moreThanSixAttempts: tooOften.size,
    mostRequestsOfOneDelivery: Math.max(0, ...arrivals.map(({ requests }) => requests)),
    wrongSignatures: receiver.tally.wrongSignatures,
    wrongHeaders: Object.fromEntries(receiver.tally.wrongHeaders),
    matchedTooFew: accepted.filter(({ matchedEndpoints }) => matchedEndpoints !== endpoints).length,
    neverAccepted: arrivals.filter(({ eventId }) => !acceptedAt.has(eventId)).length,
    connectionErrors: ingestion.connectionErrors,
    rejections: ingestion.rejections,
    crashes: run.crashes,
    firstRequestMs: since(({ firstAt }) => firstAt),
    successMs: since(({ deliveredAt }) => deliveredAt),
    ingestSeconds: seconds(run.ingestedAt),
    seconds: seconds(lastDeliveredAt),
    deliveriesPerSecond: Math.round((delivered / Math.max(0.1, seconds(lastDeliveredAt))) * 10) / 10,
  };
}

/** The violated guarantees, in words; empty if there are none. */
export function violations(figures: LoadFigures): string[] {
  const { lost, moreThanSixAttempts, wrongSignatures, wrongHeaders, matchedTooFew, drained } = figures;
  return [
    ...(lost > 0 ? [`${lost} deliveries lost`] : []),
    ...(moreThanSixAttempts > 0 ? [`${moreThanSixAttempts} deliveries with more than 6 attempts`] : []),
    ...(wrongSignatures > 0 ? [`${wrongSignatures} wrong signatures`] : []),
    ...Object.entries(wrongHeaders).map(([name, count]) => `header ${name} wrong in ${count} requests`),
    ...(matchedTooFew > 0 ? [`${matchedTooFew} events matched fewer endpoints than were enabled`] : []),
    ...(drained ? [] : [`not drained at its end: ${figures.undecided} deliveries undecided`]),
  ];
}
