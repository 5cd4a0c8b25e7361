import { type ConsumerProvisions, consumerEntry } from '#shared/platform/entry/consumer-entry.ts';
import { createJobFiring } from '#shared/platform/queues/job-firing.ts';
import { sqsClient } from '#shared/platform/runtime/aws-access.ts';
import { createDynamoScheduleStore } from '#shared/platform/store/dynamo-schedule-store.ts';
import { consumer } from './consumer.ts';
import { createHandler, type Dependencies } from './handler.ts';

/** `replaced` are ports of a test. */
export function build(provisions: ConsumerProvisions<typeof consumer>, replaced: Partial<Dependencies> = {}) {
  const { core, aws, publishQueue, sendingQueue, recomputeQueue, clock, log } = provisions;
  const urls = {
    post: publishQueue,
    broadcast: provisions.broadcastQueue,
    broadcast_run: sendingQueue,
    // The function that sends also counts, so that both use the same rules.
    broadcast_estimate: sendingQueue,
    workspace: recomputeQueue,
    account: recomputeQueue,
    message: provisions.messageQueue,
    calendar: provisions.calendarQueue,
    contact_import: provisions.importQueue,
    post_removal: provisions.removalQueue,
    media: provisions.downloadQueue,
    // The publisher renews tokens.
    account_tokens: publishQueue,
  };
  return createHandler({
    store: createDynamoScheduleStore(core),
    timers: createJobFiring(sqsClient(aws), (resource) => urls[resource]),
    clock,
    log,
    ...replaced,
  });
}

export const handler = consumerEntry(consumer, [], build);
