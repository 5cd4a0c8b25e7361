import { caller, httpEntry } from '#shared/platform/entry/http-entry.ts';
import { createDynamoTagReader } from '#shared/publishing/store/dynamo-tag-store.ts';
import { createHandler } from './handler.ts';
import { operation } from './operation.ts';

export const handler = httpEntry(operation, [caller], ({ core }) =>
  createHandler({ tags: createDynamoTagReader(core) }),
);
