import { createDynamoEndpointDirectory } from '#shared/events/store/dynamo-endpoint-directory.ts';
import { createDynamoEventStore } from '#shared/events/store/dynamo-event-store.ts';
import { createDynamoManagedRecords } from '#shared/events/store/dynamo-managed-records.ts';
import { caller, httpEntry, storedResponses } from '#shared/platform/entry/http-entry.ts';
import { createHandler } from './handler.ts';
import { operation } from './operation.ts';

export const handler = httpEntry(operation, [caller, storedResponses], ({ core }) =>
  createHandler({
    events: createDynamoEventStore(core),
    endpoints: createDynamoEndpointDirectory(core),
    managed: createDynamoManagedRecords(core),
  }),
);
