import type { DeliveryTarget } from '#shared/webhooks/domain/endpoint.ts';

/** The endpoint of an observation, and its settings version at that time. Observations of an older version are ignored. */
export type Observed = Pick<DeliveryTarget, 'id' | 'settingsVersion'>;

/** Stores the health that deliveries observe. Nothing is written if the endpoint was deleted or edited since it was read. */
export type EndpointHealthStore = {
  /**
   * Sets `slowUntil`, unless the stored value is already later than `ifEarlierThan`. This bounds the number of
   * writes (docs/failure-histories.md#statistics-write-per-attempt).
   */
  markSlow(target: Observed, until: Date, ifEarlierThan: Date): Promise<void>;

  /** Removes `slowUntil`, unless it has changed since this value was read. */
  clearSlow(target: Observed, slowUntil: Date): Promise<void>;

  /**
   * Records a request without a response; each delivery counts once. `isFirst` is true if no timeout was recorded when the
   * request started. Such a timeout counts only if still none is recorded. Returns true if this call opened the breaker,
   * with the first probe at `probeAt` (docs/specification/webhooks.md#circuit-breaker).
   */
  recordTimeout(
    target: Observed,
    timeout: { readonly deliveryId: string; readonly isFirst: boolean },
    now: Date,
    probeAt: Date,
  ): Promise<boolean>;

  /** Clears the recorded timeouts and closes the breaker. Returns true if it was open. */
  recordResponse(target: Observed): Promise<boolean>;

  /** Claims the scheduled probe and schedules the next one. Exactly one of several callers succeeds; false if none is due. */
  claimProbe(target: Observed, now: Date, nextProbeAt: Date): Promise<boolean>;
};
