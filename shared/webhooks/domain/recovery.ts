import * as v from 'valibot';
import { type Delivery, type DeliveryState, shownState } from './delivery.ts';
import type { Endpoint } from './endpoint.ts';
import { resendObstacle } from './plan-resend.ts';

/** States a recovery may select (decisions 5.4). */
export const RECOVERABLE_STATES = ['failed', 'cancelled', 'held'] as const satisfies readonly DeliveryState[];

export type RecoverableState = (typeof RECOVERABLE_STATES)[number];

/** What to send again: deliveries of a time range that are in one of the states. */
export type RecoveryRange = {
  readonly since: Date;
  readonly until: Date;
  readonly states: readonly RecoverableState[];
};

/** A bulk resend in the background, and how far it has come. */
export type Recovery = RecoveryRange & {
  readonly id: string;
  readonly endpointId: string;
  readonly workspaceId: string;
  readonly state: 'running' | 'completed' | 'stopped';
  /** Why it stopped before its end. */
  readonly reason: 'endpoint_paused' | 'endpoint_suspended' | 'endpoint_deleted' | null;
  /** Deliveries found when it was asked for; a lower bound if the count was cut off. */
  readonly matched: number;
  readonly countComplete: boolean;
  readonly resent: number;
  /** Last delivery looked at; the work goes on behind it after a crash. */
  readonly cursor: string | null;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
};

/** The message that keeps a recovery going; how far it is stands on its item. */
export const recoveryJobSchema = v.object({
  endpoint_id: v.pipe(v.string(), v.uuid()),
  recovery_id: v.pipe(v.string(), v.uuid()),
});

export type RecoveryJob = v.InferOutput<typeof recoveryJobSchema>;

/**
 * Whether a recovery sends a delivery again. Resends stand behind the delivery they repeat, and one whose last resend has not
 * failed is on its way or there; test events are no business of a recovery (R25).
 */
export function isRecoverable(
  delivery: Delivery,
  lastResend: Delivery | undefined,
  endpoint: Endpoint,
  states: readonly RecoverableState[],
  now: Date,
): boolean {
  const isHead = !delivery.test && delivery.resendOf === null;
  if (!isHead || delivery.deliveredBy !== null || resendObstacle(delivery, endpoint, now)) return false;
  const matchesFilter = (state: DeliveryState) => states.some((wanted) => wanted === state);
  if (!matchesFilter(shownState(delivery, endpoint).state)) return false;
  return lastResend === undefined || ['failed', 'cancelled'].includes(shownState(lastResend, endpoint).state);
}
