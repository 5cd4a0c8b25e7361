import { createS3ImportFiles } from '#shared/messaging/adapters/s3-import-files.ts';
import { createDynamoContactImports } from '#shared/messaging/store/dynamo-contact-imports.ts';
import { caller, httpEntry, storedResponses } from '#shared/platform/entry/http-entry.ts';
import { createHandler } from './handler.ts';
import { operation } from './operation.ts';

export const handler = httpEntry(operation, [caller, storedResponses], ({ core, readImportsBucket }) =>
  createHandler({
    imports: createDynamoContactImports(core),
    importFiles: createS3ImportFiles(readImportsBucket),
  }),
);
