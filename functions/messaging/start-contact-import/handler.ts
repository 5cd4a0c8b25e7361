import { type ContactImport, importFileKey, startedImport } from '#shared/messaging/domain/contact-import.ts';
import * as messagingErrors from '#shared/messaging/errors.ts';
import { importView } from '#shared/messaging/http/import-view.ts';
import { loadImport } from '#shared/messaging/http/load-import.ts';
import type { ContactImportStore, ImportFiles } from '#shared/messaging/ports/contact-imports.ts';
import { PlatformError } from '#shared/platform/core/errors.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import type { operation } from './operation.ts';

type Dependencies = {
  readonly imports: Pick<ContactImportStore, 'find' | 'start'>;
  readonly importFiles: Pick<ImportFiles, 'read'>;
};

/** Queues an import whose file is uploaded. The version of the file is stored: a later upload to the same URL ends the import. */
export function createHandler({
  imports,
  importFiles,
}: Dependencies): OperationHandler<typeof operation, ContactImport> {
  return {
    load: (request) => loadImport(imports, request),

    async handle({ resource: before, now, command }) {
      if (before.state !== 'awaiting_upload') return { status: 202, body: { data: importView(before, []) } };
      const after = startedImport(before, await versionOf(before), now);
      const response = { status: 202, body: { data: importView(after, []) } };
      await imports.start(before, after, await command(response));
      return response;
    },
  };

  async function versionOf(imported: ContactImport): Promise<string> {
    const found = await importFiles.read(importFileKey(imported), 0, 1);
    if (found?.size === imported.size) return found.version;
    const reason = found ? 'size_mismatch' : 'not_found';
    const detail = found
      ? `The file has ${found.size} bytes instead of the declared ${imported.size}. Create another import for this file.`
      : 'The file is not uploaded. Upload it to the URL that you received, or create another import if the URL has expired.';
    throw new PlatformError(messagingErrors.import_not_uploaded, detail, { reason });
  }
}
