import * as v from 'valibot';
import type { QueueDescription } from './platform.ts';

const queueProperties = v.object({
  VisibilityTimeout: v.optional(v.number(), 30),
  MessageRetentionPeriod: v.optional(v.number(), 345_600),
  DelaySeconds: v.optional(v.number(), 0),
  RedrivePolicy: v.optional(v.object({ deadLetterTargetArn: v.string(), maxReceiveCount: v.number() })),
});

/** Reads a queue. */
export function readQueue(
  place: Pick<QueueDescription, 'name' | 'url' | 'arn'>,
  read: (schema: typeof queueProperties) => v.InferOutput<typeof queueProperties>,
): QueueDescription {
  const queue = read(queueProperties);
  return {
    ...place,
    visibilitySeconds: queue.VisibilityTimeout,
    attributes: {
      VisibilityTimeout: String(queue.VisibilityTimeout),
      MessageRetentionPeriod: String(queue.MessageRetentionPeriod),
      DelaySeconds: String(queue.DelaySeconds),
      ...(queue.RedrivePolicy ? { RedrivePolicy: JSON.stringify(queue.RedrivePolicy) } : {}),
    },
  };
}
