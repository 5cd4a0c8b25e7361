import { createDynamoMediaReader } from '#shared/files/store/dynamo-media-store.ts';
import { caller, httpEntry } from '#shared/platform/entry/http-entry.ts';
import { createDynamoAccountReader } from '#shared/publishing/store/dynamo-account-store.ts';
import { createDynamoPostRemovalReader } from '#shared/publishing/store/dynamo-post-removals.ts';
import { createDynamoPostReader } from '#shared/publishing/store/dynamo-post-store.ts';
import { createHandler } from './handler.ts';
import { operation } from './operation.ts';

export const handler = httpEntry(operation, [caller], ({ core }) =>
  createHandler({
    posts: createDynamoPostReader(core),
    postRemovals: createDynamoPostRemovalReader(core),
    accounts: createDynamoAccountReader(core),
    media: createDynamoMediaReader(core),
  }),
);
