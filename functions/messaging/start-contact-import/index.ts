import { createS3ImportFiles } from '#shared/messaging/adapters/s3-import-files.ts';
import { createDynamoContactImports } from '#shared/messaging/store/dynamo-contact-imports.ts';
import { fileSettings } from '#shared/platform/entry/file-settings.ts';
import { postEntry } from '#shared/platform/entry/http-entry.ts';
import { createHandler } from './handler.ts';
import { operation } from './operation.ts';

export const handler = postEntry(operation, ({ core, readImportsBucket }) =>
  createHandler({
    imports: createDynamoContactImports(core),
    importFiles: createS3ImportFiles(fileSettings(readImportsBucket)),
  }),
);
