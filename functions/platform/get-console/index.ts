import { capabilities, httpEntry } from '#shared/platform/entry/http-entry.ts';
import { deployedFiles } from '#shared/platform/runtime/deployed-files.ts';
import { bucketUrl } from '#shared/platform/runtime/file-settings.ts';
import { createHandler } from './handler.ts';
import { operation } from './operation.ts';

export const handler = httpEntry(
  operation,
  [capabilities],
  ({ consoleFrameOrigins, uploadBucket, environment }) =>
    createHandler({
      consoleFiles: deployedFiles(import.meta.url),
      frameOrigins: consoleFrameOrigins,
      uploadOrigin: new URL(bucketUrl(uploadBucket)).origin,
      stage: environment['STAGE'] ?? '',
    }),
);
