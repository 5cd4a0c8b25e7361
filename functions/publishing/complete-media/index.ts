import { createS3FileStore } from '#shared/files/adapters/s3-file-store.ts';
import { sniffType } from '#shared/files/adapters/sniff-type.ts';
import { createDynamoMediaStore } from '#shared/files/store/dynamo-media-store.ts';
import { caller, httpEntry, storedResponses } from '#shared/platform/entry/http-entry.ts';
import { createHandler } from './handler.ts';
import { operation } from './operation.ts';

export const handler = httpEntry(
  operation,
  [caller, storedResponses],
  ({ core, keepMediaBucket, deleteMediaBucket }) => {
    const { inspect, copy } = createS3FileStore(keepMediaBucket);
    const { remove } = createS3FileStore(deleteMediaBucket);
    return createHandler({
      media: createDynamoMediaStore(core),
      files: { inspect, copy, remove },
      sniff: { detect: sniffType },
    });
  },
);
