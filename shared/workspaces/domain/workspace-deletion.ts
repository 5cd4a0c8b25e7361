import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/platform/core/time-units.ts';

/** Time between the request and the erasure, in milliseconds, during which the request can be cancelled: 7 days. */
const DELETION_GRACE_MS = 7 * DAY_MS;

/**
 * Time between the revocation of the last key and the first pass, in milliseconds. A function accepts a revoked key for at most
 * 30 s, and its request ends within 10 s, so nothing that the API writes is missed.
 */
const SETTLE_MS = 2 * MINUTE_MS;

/**
 * Time between the end of the first pass and the second one, in milliseconds. Records stay in the stream for 24 hours, so
 * everything that a consumer can still write about the workspace has been written by then, and every schedule of a retry has fired.
 */
const SECOND_PASS_MS = 25 * HOUR_MS;

/** Time before another pass, in milliseconds, if the second or a later pass still found something. */
const NEXT_PASS_MS = HOUR_MS;

/** An erasure that is not complete this many milliseconds after its start fires an alarm. */
const LATE_MS = 3 * DAY_MS;

/** How long the hash of an erased workspace stays stored, in milliseconds: longer than any backup, which expires after 35 days. */
export const ERASED_TRACE_MS = 90 * DAY_MS;

/** What a pass erases, in this order. */
const ERASED_PLACES = ['core', 'deliveries', 'files'] as const;

/** What happens next: the grace period ends, the workspace is closed, or a pass continues in this place. */
export const DELETION_PHASES = ['grace', 'closing', ...ERASED_PLACES] as const;

export type DeletionPhase = (typeof DELETION_PHASES)[number];

/**
 * The deletion of a workspace (docs/specification/workspaces.md#deleting-a-workspace). After the grace period the workspace is closed: its
 * keys are revoked, and its pages, posts, broadcasts and endpoints are deleted. Then passes over both tables and the bucket delete
 * everything else, until a pass after the first one finds nothing.
 */
export type WorkspaceDeletion = {
  readonly workspaceId: string;
  readonly requestedAt: Date;
  readonly eraseAt: Date;
  readonly phase: DeletionPhase;
  /** The number of the pass, from 1; 0 before the first one. */
  readonly pass: number;
  /** What the pass has deleted so far. */
  readonly erased: number;
  /** Where the pass continues in its place; null at the start. */
  readonly cursor: string | null;
  /** When the next step may run. */
  readonly nextAt: Date;
  /** Counts steps: of two runs of the same step, the second one is rejected. */
  readonly step: number;
};

/** A new request; the grace period begins. */
export function requestDeletion(workspaceId: string, now: Date): WorkspaceDeletion {
  const eraseAt = new Date(now.getTime() + DELETION_GRACE_MS);
  return {
    workspaceId,
    requestedAt: now,
    eraseAt,
    phase: 'grace',
    pass: 0,
    erased: 0,
    cursor: null,
    nextAt: eraseAt,
    step: 0,
  };
}

/** The deletion after the end of the grace period: it can no longer be cancelled. */
export function startErasure(deletion: WorkspaceDeletion, now: Date): WorkspaceDeletion {
  return { ...deletion, phase: 'closing', nextAt: now, step: deletion.step + 1 };
}

/** The deletion after the workspace was closed. */
export function afterClosing(deletion: WorkspaceDeletion, now: Date): WorkspaceDeletion {
  const nextAt = new Date(now.getTime() + SETTLE_MS);
  return { ...deletion, ...passFrom(1), nextAt, step: deletion.step + 1 };
}

/** The deletion after a page of a place: how much was deleted, and where the place continues; null at its end. */
export function afterErasedPage(
  deletion: WorkspaceDeletion,
  { erased, cursor }: { readonly erased: number; readonly cursor: string | null },
): WorkspaceDeletion {
  return { ...deletion, erased: deletion.erased + erased, cursor, step: deletion.step + 1 };
}

/** The deletion after the end of a place: the next place or pass, or undefined if nothing is left. */
export function afterPlace(deletion: WorkspaceDeletion, now: Date): WorkspaceDeletion | undefined {
  const { phase, pass, erased, step } = deletion;
  const next = ERASED_PLACES[ERASED_PLACES.findIndex((place) => place === phase) + 1];
  if (next !== undefined) return { ...deletion, phase: next, cursor: null, step: step + 1 };
  if (pass > 1 && erased === 0) return undefined;
  const nextAt = new Date(now.getTime() + (pass === 1 ? SECOND_PASS_MS : NEXT_PASS_MS));
  return { ...deletion, ...passFrom(pass + 1), nextAt, step: step + 1 };
}

/** Whether the erasure has taken so long that an operator must act. */
export function isErasureLate({ eraseAt }: WorkspaceDeletion, now: Date): boolean {
  return now.getTime() - eraseAt.getTime() >= LATE_MS;
}

function passFrom(pass: number): Pick<WorkspaceDeletion, 'phase' | 'pass' | 'erased' | 'cursor'> {
  return { phase: ERASED_PLACES[0], pass, erased: 0, cursor: null };
}
