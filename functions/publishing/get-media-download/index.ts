import { httpEntry } from '#shared/platform/entry/http-entry.ts';
import { createDynamoMediaReader } from '#shared/publishing/store/dynamo-media-store.ts';
import { createHandler } from './handler.ts';
import { operation } from './operation.ts';

export const handler = httpEntry(operation, ({ core }) =>
  createHandler({
    media: createDynamoMediaReader(core),
  }),
);
