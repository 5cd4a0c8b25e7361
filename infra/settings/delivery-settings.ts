/** Settings of deliveries that all stages share. The delays are those of the delivery contract; a stage may shorten them for rehearsals. */
export const DELIVERY_SETTINGS = {
  retryDelays: [10, 60, 300, 1800, 7200],
  queueDelayLimit: 900,
  // One minute below the limit of 15 minutes, as a reserve for the time in the slow lane.
  breaker: { deferSeconds: 840, probeSeconds: 30 },
} as const;
