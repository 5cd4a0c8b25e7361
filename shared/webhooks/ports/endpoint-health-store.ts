import type { DeliveryTarget } from '#shared/webhooks/domain/endpoint.ts';

/** The part of a delivery view that says which endpoint, with which settings: what is learned of others says nothing. */
export type Observed = Pick<DeliveryTarget, 'id' | 'settingsVersion'>;

/** What deliveries learn about an endpoint. Nothing is written for an endpoint that is deleted or was edited since it was read. */
export interface EndpointHealthStore {
  /** Marks the endpoint slow until an instant, unless it is marked beyond `ifEarlierThan` already (H25). */
  markSlow(target: Observed, until: Date, ifEarlierThan: Date): Promise<void>;

  /** Takes the mark back, unless it was set anew since it was read as `slowUntil`. */
  clearSlow(target: Observed, slowUntil: Date): Promise<void>;

  /**
   * Notes that a delivery's request got no answer; one delivery counts once. `isFirst` says that none was on record when it
   * began: then it counts only if that is still so. True if the row is long enough by now and this opened the breaker, with
   * the first probe due at `probeAt` (R26).
   */
  recordTimeout(
    target: Observed,
    unanswered: { readonly deliveryId: string; readonly isFirst: boolean },
    now: Date,
    probeAt: Date,
  ): Promise<boolean>;

  /** Forgets what was noted and closes the breaker. True if it was open until now. */
  recordResponse(target: Observed): Promise<boolean>;

  /** Takes the probe that is due and sets the next one: of all who ask, one gets it. False if none is due. */
  claimProbe(target: Observed, now: Date, nextProbeAt: Date): Promise<boolean>;
}
