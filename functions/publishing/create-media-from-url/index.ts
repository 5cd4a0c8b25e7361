import { createDynamoMediaStore } from '#shared/files/store/dynamo-media-store.ts';
import { caller, httpEntry, storedResponses } from '#shared/platform/entry/http-entry.ts';
import { createAddressGuard } from '#shared/platform/network/address-guard.ts';
import { createHandler } from './handler.ts';
import { operation } from './operation.ts';

export const handler = httpEntry(operation, [caller, storedResponses], ({ core, apiHosts, allowedHosts }) =>
  createHandler({
    media: createDynamoMediaStore(core),
    guard: createAddressGuard({ allowedHosts, apiHosts }),
  }),
);
