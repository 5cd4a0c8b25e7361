import { importFileKey, newImport } from '#shared/messaging/domain/contact-import.ts';
import { IMPORTS_PATH } from '#shared/messaging/http/import-access.ts';
import { importUploadView, importView } from '#shared/messaging/http/import-view.ts';
import type { ContactImportStore, ImportFiles } from '#shared/messaging/ports/contact-imports.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import type { operation } from './operation.ts';

type Dependencies = {
  readonly imports: Pick<ContactImportStore, 'create'>;
  readonly importFiles: Pick<ImportFiles, 'presignUpload'>;
};

/** Creates an import. The client sends the file directly to the bucket, because it exceeds the limits of API Gateway and Lambda. */
export function createHandler({ imports, importFiles }: Dependencies): OperationHandler<typeof operation> {
  return {
    async handle({ principal: { workspaceId }, body: { size, list = null }, now, baseUrl, command }) {
      const imported = newImport({ id: newId(now), workspaceId }, { size, list }, now);
      const upload = await importFiles.presignUpload(importFileKey(imported), size, now);
      const response = {
        status: 201,
        headers: { Location: `${baseUrl}${IMPORTS_PATH}/${imported.id}` },
        body: { data: importView(imported, []), upload: importUploadView(upload, size) },
      };
      await imports.create(imported, await command(response));
      return response;
    },
  };
}
