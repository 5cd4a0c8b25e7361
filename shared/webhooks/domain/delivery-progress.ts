import type { DeliveryReason, DeliveryState } from './delivery.ts';

/** The state of a delivery after an attempt, or after a message that sent nothing. */
export type DeliveryProgress = {
  readonly state: DeliveryState;
  readonly reason: DeliveryReason | null;
  readonly nextAttemptAt: Date | null;
  readonly finishedAt: Date | null;
};
