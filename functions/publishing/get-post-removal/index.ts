import { caller, httpEntry } from '#shared/platform/entry/http-entry.ts';
import { createDynamoPostRemovalReader } from '#shared/publishing/store/dynamo-post-removals.ts';
import { createHandler } from './handler.ts';
import { operation } from './operation.ts';

export const handler = httpEntry(operation, [caller], ({ core }) =>
  createHandler({ postRemovals: createDynamoPostRemovalReader(core) }),
);
