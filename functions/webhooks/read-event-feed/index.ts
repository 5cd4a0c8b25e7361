import { createDynamoEventLogReader } from '#shared/events/store/dynamo-event-log.ts';
import { createDynamoEventReader } from '#shared/events/store/dynamo-event-store.ts';
import { httpEntry } from '#shared/platform/entry/http-entry.ts';
import { createHandler } from './handler.ts';
import { operation } from './operation.ts';

export const handler = httpEntry(operation, ({ core, deliveries }) =>
  createHandler({
    eventLog: createDynamoEventLogReader(deliveries),
    events: createDynamoEventReader(core),
  }),
);
