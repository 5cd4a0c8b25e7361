import * as v from 'valibot';

/** The message that has an endpoint's deferred deliveries looked at: to probe it with one, or to let them all go. */
export const probeJobSchema = v.object({
  endpoint_id: v.pipe(v.string(), v.uuid()),
  /** Last delivery let go; the walk goes on behind it. */
  after: v.nullable(v.pipe(v.string(), v.uuid())),
  /** The second walk, for deliveries that were being deferred while the breaker closed. */
  again: v.boolean(),
});

export type ProbeJob = v.InferOutput<typeof probeJobSchema>;

/** How long until the look that makes the next probe: a second after it is due, whatever the clocks of queue and function say. */
export function probeDelaySeconds(probeSeconds: number): number {
  return probeSeconds + 1;
}
