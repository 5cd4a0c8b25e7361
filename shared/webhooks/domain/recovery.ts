import { PlatformError } from '#shared/platform/core/errors.ts';
import { DAY_MS } from '#shared/platform/core/time-units.ts';
import * as webhooksErrors from '#shared/webhooks/errors.ts';
import { type Delivery, type DeliveryState, shownState } from './delivery.ts';
import type { Endpoint } from './endpoint.ts';
import { resendObstacle } from './plan-resend.ts';

/**
 * States a recovery may select, by default all of them (docs/specification/webhooks.md#recover). `held` is not among them: a suspended
 * endpoint cannot recover, and the takeover that ends the suspension cancels the held deliveries.
 */
export const RECOVERABLE_STATES = ['failed', 'cancelled'] as const satisfies readonly DeliveryState[];

export type RecoverableState = (typeof RECOVERABLE_STATES)[number];

/** What to resend: deliveries of a time range that are in one of the states. */
export type RecoveryRange = {
  readonly since: Date;
  readonly until: Date;
  readonly states: readonly RecoverableState[];
};

/**
 * While a recovery runs, no other one of its endpoint starts: each reads the same deliveries. A recovery that was lost blocks
 * others for this long, in milliseconds.
 */
export const RECOVERY_BLOCKS_MS = DAY_MS;

/** The error of a request while another recovery runs. */
export function recoveryRunning(recoveryId: unknown): PlatformError {
  const detail = 'A recovery of this endpoint is running. Wait until getRecovery shows that it has ended.';
  return new PlatformError(webhooksErrors.recovery_running, detail, { recovery: recoveryId });
}

/** A bulk resend in the background, with its progress. */
export type Recovery = RecoveryRange & {
  readonly id: string;
  readonly endpointId: string;
  readonly workspaceId: string;
  readonly state: 'running' | 'completed' | 'stopped';
  /** Why it stopped early. */
  readonly reason: 'endpoint_paused' | 'endpoint_suspended' | 'endpoint_deleted' | null;
  /** Deliveries found at the time of the request; a lower bound if counting stopped early. */
  readonly matched: number;
  readonly countComplete: boolean;
  readonly resent: number;
  /** Last delivery processed; after a crash the job continues after it. */
  readonly cursor: string | null;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
};

/**
 * Whether a recovery resends a delivery in one of the requested states. Resends and test events are skipped, and so are
 * deliveries that can no longer be resent (`resendObstacle`). A delivery with resends is resent only if none succeeded and
 * the last one failed or was cancelled.
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
  const matchesFilter = (state: DeliveryState) => states.some((each) => each === state);
  if (!matchesFilter(shownState(delivery, endpoint).state)) return false;
  return lastResend === undefined || ['failed', 'cancelled'].includes(shownState(lastResend, endpoint).state);
}
