import { createS3FileStore } from '#shared/files/adapters/s3-file-store.ts';
import { createDynamoMediaReader } from '#shared/files/store/dynamo-media-store.ts';
import { caller, httpEntry } from '#shared/platform/entry/http-entry.ts';
import { createHandler } from './handler.ts';
import { operation } from './operation.ts';

export const handler = httpEntry(operation, [caller], ({ core, readMediaBucket }) =>
  createHandler({
    media: createDynamoMediaReader(core),
    files: createS3FileStore(readMediaBucket),
  }),
);
