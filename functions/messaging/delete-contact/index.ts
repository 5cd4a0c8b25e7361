import { createDynamoErasureReader } from '#shared/events/store/dynamo-erasure-requests.ts';
import { createDynamoContactStore } from '#shared/messaging/store/dynamo-contact-store.ts';
import { caller, httpEntry } from '#shared/platform/entry/http-entry.ts';
import { createHandler } from './handler.ts';
import { operation } from './operation.ts';

export const handler = httpEntry(operation, [caller], ({ core }) =>
  createHandler({
    contacts: createDynamoContactStore(core),
    erasures: createDynamoErasureReader(core),
  }),
);
