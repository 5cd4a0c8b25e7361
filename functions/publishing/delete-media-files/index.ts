import { createS3FileStore } from '#shared/files/adapters/s3-file-store.ts';
import { createDynamoMediaStore } from '#shared/files/store/dynamo-media-store.ts';
import { caller, httpEntry } from '#shared/platform/entry/http-entry.ts';
import { systemBackOff } from '#shared/platform/runtime/system-random.ts';
import { createDynamoPostStore } from '#shared/publishing/store/dynamo-post-store.ts';
import { createHandler } from './handler.ts';
import { operation } from './operation.ts';

export const handler = httpEntry(operation, [caller], ({ core, deleteMediaBucket, clock, log }) =>
  createHandler({
    media: createDynamoMediaStore(core),
    files: createS3FileStore(deleteMediaBucket),
    posts: createDynamoPostStore(core),
    clock,
    backOff: systemBackOff,
    log,
  }),
);
