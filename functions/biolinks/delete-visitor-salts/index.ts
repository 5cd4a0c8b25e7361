import { createDynamoVisitorSaltEraser } from '#shared/biolinks/store/dynamo-visitor-salts.ts';
import { type ConsumerProvisions, consumerEntry } from '#shared/platform/entry/consumer-entry.ts';
import { consumer } from './consumer.ts';
import { createHandler } from './handler.ts';

export function build({ core, clock, log }: ConsumerProvisions<typeof consumer>) {
  return createHandler({ salts: createDynamoVisitorSaltEraser(core), clock, log });
}

export const handler = consumerEntry(consumer, [], build);
