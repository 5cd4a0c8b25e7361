import * as v from 'valibot';

/** The message that processes the deferred deliveries of an endpoint: it sends one as a probe, or releases all. */
export const releaseJobSchema = v.object({
  endpointId: v.pipe(v.string(), v.uuid()),
  /** Id of the last released delivery; processing continues after it. */
  after: v.nullable(v.pipe(v.string(), v.uuid())),
  /** True for the second pass, which releases deliveries that were being deferred while the breaker closed. */
  secondPass: v.boolean(),
});

/** A parsed message of the release queue. */
export type ReleaseJob = v.InferOutput<typeof releaseJobSchema>;

/**
 * Delay in seconds of the message of the next probe: one second longer than the time until the probe, to allow for clock
 * skew.
 */
export function probeDelaySeconds(probeSeconds: number): number {
  return probeSeconds + 1;
}
