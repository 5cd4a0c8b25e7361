import { createDynamoVisitCounts } from '#shared/biolinks/store/dynamo-page-day-store.ts';
import {
  type ConsumerProvisions,
  consumerEntry,
  queueMessages,
} from '#shared/platform/entry/consumer-entry.ts';
import { consumer } from './consumer.ts';
import { createHandler } from './handler.ts';

export function build({ core, clock, backOff, log }: ConsumerProvisions<typeof consumer>) {
  return createHandler({ counts: createDynamoVisitCounts(core), clock, backOff, log });
}

export const handler = consumerEntry(consumer, [queueMessages], build);
