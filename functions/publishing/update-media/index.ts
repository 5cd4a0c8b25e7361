import { createDynamoMediaStore } from '#shared/files/store/dynamo-media-store.ts';
import { caller, httpEntry } from '#shared/platform/entry/http-entry.ts';
import { createHandler } from './handler.ts';
import { operation } from './operation.ts';

export const handler = httpEntry(operation, [caller], ({ core }) =>
  createHandler({
    media: createDynamoMediaStore(core),
  }),
);
