import { HOUR_MS, MINUTE_MS } from '#shared/platform/core/time-units.ts';

/**
 * Milliseconds before the first pass. By then, everything that was being recorded when the request arrived is recorded,
 * because API requests end within 10 s, and eventually consistent reads show it.
 */
const SETTLE_MS = 15_000;

/**
 * Start of the second pass, in milliseconds after the request. A first attempt in flight carries the body in its message,
 * and the response of its receiver can be recorded afterwards; everything must be redacted within 24 h
 * (docs/specification/privacy.md#erasure).
 */
const SECOND_PASS_MS = 20 * HOUR_MS;

/**
 * For this many milliseconds, further requests for the contact are merged into a pending one. Each of them postpones the first pass,
 * which must not become late.
 */
export const MERGE_MS = 15 * MINUTE_MS;

/** From this age in milliseconds, a pending erasure is about to miss the 24 h. */
const LATE_MS = 22 * HOUR_MS;

/** A request to redact what is stored about a contact and was recorded before the request. */
export type Erasure = {
  readonly id: string;
  readonly workspaceId: string;
  /** Hash of the contact's id, so that the request does not store the id again. */
  readonly contact: string;
  readonly state: 'queued' | 'completed';
  /** The current or last pass: 1 scans all events, 2 checks the redacted events once more. */
  readonly pass: 1 | 2;
  /** Start of the scan that includes this request; null until a scan includes it. */
  readonly scanStartedAt: Date | null;
  /** Last event that the second pass processed. */
  readonly cursor: string | null;
  readonly createdAt: Date;
  /** The latest request that was merged into this one: the erasure covers the events that were recorded until then. */
  readonly requestedAt: Date;
  readonly finishedAt: Date | null;
};

/** A new, queued request. */
export function newErasure(
  subject: Pick<Erasure, 'id' | 'workspaceId' | 'contact'>,
  now: Date,
  requestedAt = now,
): Erasure {
  return {
    ...subject,
    state: 'queued',
    pass: 1,
    scanStartedAt: null,
    cursor: null,
    createdAt: now,
    requestedAt,
    finishedAt: null,
  };
}

/** When the next pass may run; undefined once the request is completed. */
export function nextPassAt({ state, pass, createdAt, requestedAt }: Erasure): Date | undefined {
  if (state === 'completed') return undefined;
  return new Date(pass === 1 ? requestedAt.getTime() + SETTLE_MS : createdAt.getTime() + SECOND_PASS_MS);
}

/** Whether another request for the contact is the same erasure: no scan includes it yet, and it is young. */
function canMerge({ state, pass, scanStartedAt, createdAt }: Erasure, now: Date): boolean {
  const isWaiting = state === 'queued' && pass === 1 && scanStartedAt === null;
  return isWaiting && now.getTime() - createdAt.getTime() < MERGE_MS;
}

/** The request after another one was merged into it. */
export function merged(erasure: Erasure, requestedAt: Date): Erasure {
  return requestedAt > erasure.requestedAt ? { ...erasure, requestedAt } : erasure;
}

/** When everything is recorded that is being recorded now. */
export function settledAfter(now: Date): Date {
  return new Date(now.getTime() + SETTLE_MS);
}

/** How a request to erase a contact is stored: as a new erasure, or merged into the last one. */
export type ErasurePlan =
  | { readonly kind: 'create'; readonly erasure: Erasure; readonly last: string | undefined }
  | { readonly kind: 'merge'; readonly erasure: Erasure };

/**
 * The plan for a request. `last` is the last erasure of the contact, if it is stored.
 * @param until covers the events that are recorded until this time; by default those until now
 */
export function planErasure(
  last: Erasure | undefined,
  subject: Pick<Erasure, 'id' | 'workspaceId' | 'contact'>,
  now: Date,
  until = now,
): ErasurePlan {
  if (last && canMerge(last, now)) return { kind: 'merge', erasure: merged(last, until) };
  return { kind: 'create', erasure: newErasure(subject, now, until), last: last?.id };
}

/** The request after a completed pass. */
export function afterPass(erasure: Erasure, now: Date): Erasure {
  if (erasure.pass === 1) return { ...erasure, pass: 2, cursor: null };
  return { ...erasure, state: 'completed', cursor: null, finishedAt: now };
}

/** Whether a pending request is so old that an operator must act. */
export function isLate({ createdAt }: Erasure, now: Date): boolean {
  return now.getTime() - createdAt.getTime() >= LATE_MS;
}
