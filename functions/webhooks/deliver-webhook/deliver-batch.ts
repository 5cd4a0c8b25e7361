import { handleEach, type ReceivedMessage } from '#shared/platform/queues/queue-consumer.ts';
import type { DeliveryJob } from '#shared/webhooks/domain/delivery-message.ts';
import type { AttemptCounts } from '#shared/webhooks/ports/attempt-counts.ts';
import { createAttemptCounting } from './count-attempts.ts';
import { createHandler, type Dependencies } from './handler.ts';

export type BatchDependencies = Dependencies & {
  readonly counts: AttemptCounts;
  readonly newNonce: () => string;
};

/** Handles the messages of a batch. Its attempts are counted together at the end: a message whose attempt was not counted is retried. */
export function createBatchHandler({ counts, newNonce, ...deps }: BatchDependencies) {
  const { clock, log } = deps;
  const counting = createAttemptCounting({ counts, clock, newNonce, log });
  const deliver = createHandler(deps);
  return async (messages: readonly ReceivedMessage<DeliveryJob>[]): Promise<readonly string[]> => {
    const batch = counting.startBatch();
    const deliverEach = handleEach<DeliveryJob>(log, (job, message) =>
      deliver(job, { ...message, counts: batch }),
    );
    const failed = new Set(await deliverEach(messages));
    for (const messageId of await batch.finish()) failed.add(messageId);
    return [...failed];
  };
}
