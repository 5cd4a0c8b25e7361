import { createDynamoEndpointDirectory } from '#shared/events/store/dynamo-endpoint-directory.ts';
import { createDynamoContactStore } from '#shared/messaging/store/dynamo-contact-store.ts';
import {
  type ConsumerProvisions,
  consumerEntry,
  queueMessages,
} from '#shared/platform/entry/consumer-entry.ts';
import { createDynamoCalendarStore } from '#shared/platform/identity/store/dynamo-calendar-store.ts';
import { createDynamoWorkspaceReader } from '#shared/platform/identity/store/dynamo-workspace-store.ts';
import { consumer } from './consumer.ts';
import { createHandler } from './handler.ts';

export function build({ core, clock, newNonce, backOff, log }: ConsumerProvisions<typeof consumer>) {
  return createHandler({
    workspaces: createDynamoWorkspaceReader(core),
    calendars: createDynamoCalendarStore(core),
    contacts: createDynamoContactStore(core),
    endpoints: createDynamoEndpointDirectory(core),
    clock,
    newNonce,
    backOff,
    log,
  });
}

export const handler = consumerEntry(consumer, [queueMessages], build);
