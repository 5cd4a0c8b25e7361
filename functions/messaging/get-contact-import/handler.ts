import { type ContactImport, rejectedLines } from '#shared/messaging/domain/contact-import.ts';
import { importView } from '#shared/messaging/http/import-view.ts';
import { loadImport } from '#shared/messaging/http/load-import.ts';
import type { ContactImportReader } from '#shared/messaging/ports/contact-imports.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import type { operation } from './operation.ts';

type Dependencies = { readonly imports: ContactImportReader };

/** Reads an import with its rejected lines. */
export function createHandler({ imports }: Dependencies): OperationHandler<typeof operation, ContactImport> {
  return {
    load: (request) => loadImport(imports, request),

    async handle({ resource: found }) {
      const { workspaceId, id } = found;
      const rejections = rejectedLines(found) > 0 ? await imports.readRejections(workspaceId, id) : [];
      return { status: 200, body: { data: importView(found, rejections) } };
    },
  };
}
