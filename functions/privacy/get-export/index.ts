import { caller, httpEntry } from '#shared/platform/entry/http-entry.ts';
import { createS3ExportFiles } from '#shared/privacy/adapters/s3-export-files.ts';
import { createDynamoWorkspaceExportReader } from '#shared/privacy/store/dynamo-workspace-exports.ts';
import { createHandler } from './handler.ts';
import { operation } from './operation.ts';

export const handler = httpEntry(operation, [caller], ({ core, exportsBucket }) =>
  createHandler({
    exports: createDynamoWorkspaceExportReader(core),
    exportFiles: createS3ExportFiles(exportsBucket),
  }),
);
