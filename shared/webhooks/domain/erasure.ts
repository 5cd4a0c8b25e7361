const HOUR_MS = 3_600_000;

/**
 * How long a request waits before anything is looked for, in milliseconds. What was being recorded when it came is on record by
 * then, since requests to the API end within 10 s, and eventually consistent reads show it.
 */
const SETTLE_MS = 15_000;

/**
 * When what was redacted is looked at once more, in milliseconds after the request. A first attempt that was on its way at the
 * request carries its bytes along, and its receiver's answer can come on record afterwards; all is to be gone within 24 h (R22).
 */
const SECOND_LOOK_MS = 20 * HOUR_MS;

/** From this age on, in milliseconds, an open request is about to break the promise. */
const LATE_MS = 22 * HOUR_MS;

/** A request to blank what is stored about a contact, recorded before the request (R22, G121). */
export type Erasure = {
  readonly id: string;
  readonly workspaceId: string;
  /** Hash of the contact's id: what is to be forgotten is not written down once more. */
  readonly contact: string;
  readonly state: 'queued' | 'completed';
  /** Which of the two looks is the next, or was the last: at all events first, then at those that were found. */
  readonly look: 1 | 2;
  /** When the walk began that looks for this request too; null until it takes part in one. */
  readonly walk: Date | null;
  /** Last event that the second look has dealt with. */
  readonly cursor: string | null;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
};

/** A request as it is made. */
export function newErasure(subject: Pick<Erasure, 'id' | 'workspaceId' | 'contact'>, now: Date): Erasure {
  return {
    ...subject,
    state: 'queued',
    look: 1,
    walk: null,
    cursor: null,
    createdAt: now,
    finishedAt: null,
  };
}

/** When a request may be carried on; never again once it is completed. */
export function lookDueAt({ state, look, createdAt }: Erasure): Date | undefined {
  if (state === 'completed') return undefined;
  return new Date(createdAt.getTime() + (look === 1 ? SETTLE_MS : SECOND_LOOK_MS));
}

/** The request after a look that has come to its end. */
export function afterLook(erasure: Erasure, now: Date): Erasure {
  if (erasure.look === 1) return { ...erasure, look: 2, cursor: null };
  return { ...erasure, state: 'completed', cursor: null, finishedAt: now };
}

/** Whether an open request is so old that somebody has to see to it. */
export function isLate({ createdAt }: Erasure, now: Date): boolean {
  return now.getTime() - createdAt.getTime() >= LATE_MS;
}
