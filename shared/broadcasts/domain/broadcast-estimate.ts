import type { Contact } from '#shared/messaging/domain/contact.ts';
import { dialledNumber } from '#shared/messaging/domain/phone-spellings.ts';
import { atAttempt, atStep, plannedFor, type StepwiseJob } from '#shared/platform/core/stepwise-job.ts';
import { DAY_MS } from '#shared/platform/core/time-units.ts';
import { skipReason } from './audience.ts';
import { costOf } from './message-cost.ts';
import type { PriceList } from './price-list.ts';
import type { PlatformBroadcast } from './recipient.ts';

export const ESTIMATE_STATES = ['counting', 'ready', 'failed'] as const;

/** Estimates are deleted this many milliseconds after they were requested: 7 days. */
export const ESTIMATE_TTL_MS = 7 * DAY_MS;

/** Attempts without progress after which an estimate fails. */
const MAX_ATTEMPTS = 8;

/** The numbers of a broadcast if it started now. */
export type EstimateCounts = {
  readonly recipients: number;
  readonly optedOut: number;
  readonly unreachable: number;
  /** Of all messages. */
  readonly parts: number;
  /** Of all messages, in units of `price.ts`. */
  readonly price: number;
};

/** The number of recipients and the price of a broadcast, counted in the background (docs/specification/broadcasts.md#estimates). One per broadcast. */
export type BroadcastEstimate = StepwiseJob & {
  readonly broadcastId: string;
  readonly workspaceId: string;
  readonly state: (typeof ESTIMATE_STATES)[number];
  /** A digest of what the estimate depends on (`estimateBasis`). After an edit that changes the digest, the estimate is outdated. */
  readonly basis: string;
  /** The position up to which the audience is counted; null at the beginning. */
  readonly cursor: string | null;
  readonly counts: EstimateCounts;
  /** How long sending takes at the rate of the number, in seconds without quiet hours; null until everything is counted. */
  readonly seconds: number | null;
  readonly requestedAt: Date;
  /** When everything was counted. */
  readonly countedAt: Date | null;
};

const NOTHING: EstimateCounts = { recipients: 0, optedOut: 0, unreachable: 0, parts: 0, price: 0 };

/**
 * A new estimate, which is counted from the beginning, at once. Its numbers of steps and jobs continue those of the replaced estimate. A run of
 * the replaced estimate thereby finds that it is outdated.
 */
export function newEstimate(
  { id, workspaceId }: Pick<PlatformBroadcast, 'id' | 'workspaceId'>,
  basis: string,
  replaced: BroadcastEstimate | undefined,
  now: Date,
): BroadcastEstimate {
  const first = { attempts: 0, step: (replaced?.step ?? -1) + 1, due: null, dueSeq: replaced?.dueSeq ?? 0 };
  return {
    broadcastId: id,
    workspaceId,
    state: 'counting',
    basis,
    cursor: null,
    counts: NOTHING,
    seconds: null,
    requestedAt: now,
    countedAt: null,
    ...first,
    ...plannedFor(now, first),
  };
}

/** Whether the estimate is deleted, possibly some days before TTL deletes its item. */
export function isExpired({ requestedAt }: BroadcastEstimate, now: Date): boolean {
  return requestedAt.getTime() + ESTIMATE_TTL_MS <= now.getTime();
}

/** The estimate when its job begins; it fails after too many attempts without progress. */
export function atCount(before: BroadcastEstimate, now: Date): BroadcastEstimate {
  return before.attempts >= MAX_ATTEMPTS ? failedEstimate(before) : atAttempt(before, now);
}

/** The estimate after a page of contacts, which is not stored yet. */
export function withContacts(
  before: BroadcastEstimate,
  broadcast: PlatformBroadcast,
  page: { readonly contacts: readonly Contact[]; readonly readTo: string | undefined },
  prices: PriceList,
): BroadcastEstimate {
  const { contacts, readTo } = page;
  const reasons = contacts.map((contact) => skipReason(contact, broadcast.sending.platform));
  const optedOut = reasons.filter((reason) => reason === 'opted_out').length;
  const costs = contacts.flatMap(({ phone }, index) =>
    phone === null || reasons[index] !== undefined ? [] : costOf(broadcast, dialledNumber(phone), prices),
  );
  const { counts } = before;
  const after = {
    recipients: counts.recipients + costs.length,
    optedOut: counts.optedOut + optedOut,
    unreachable: counts.unreachable + contacts.length - costs.length - optedOut,
    parts: costs.reduce((sum, { parts }) => sum + parts, counts.parts),
    price: costs.reduce((sum, { price }) => sum + price, counts.price),
  };
  return { ...before, counts: after, cursor: readTo ?? null };
}

/** The estimate after some pages. */
export function progressedEstimate(before: BroadcastEstimate): BroadcastEstimate {
  return { ...atStep(before), attempts: 0 };
}

/** The estimate whose run is over before everything is counted: it continues at once. */
export function continuedEstimate(before: BroadcastEstimate, now: Date): BroadcastEstimate {
  return { ...progressedEstimate(before), ...plannedFor(now, before) };
}

/** The estimate after the last page. @param perSecond messages per second that the broadcast would send */
export function readyEstimate(before: BroadcastEstimate, perSecond: number, now: Date): BroadcastEstimate {
  return {
    ...progressedEstimate(before),
    state: 'ready',
    seconds: Math.ceil(before.counts.recipients / perSecond),
    countedAt: now,
    ...plannedFor(null, before),
  };
}

/** The estimate that is not counted any further. */
export function failedEstimate(before: BroadcastEstimate): BroadcastEstimate {
  return { ...atStep(before), state: 'failed', ...plannedFor(null, before) };
}
