import { notFound } from '#shared/platform/http/not-found.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import { EXPORT_TTL_MS, fileKey, type WorkspaceExport } from '#shared/workspaces/domain/workspace-export.ts';
import { exportView } from '#shared/workspaces/http/export-view.ts';
import type { ExportFiles, WorkspaceExportReader } from '#shared/workspaces/ports/workspace-exports.ts';
import type { operation } from './operation.ts';

type Dependencies = {
  readonly exports: WorkspaceExportReader;
  readonly exportFiles: Pick<ExportFiles, 'presignRead'>;
};

/** Reads an export. Its files have URLs once it is complete. */
export function createHandler({
  exports,
  exportFiles,
}: Dependencies): OperationHandler<typeof operation, WorkspaceExport> {
  return {
    async load({ principal, params, now }) {
      const found = await exports.find(principal.workspaceId, params.export);
      // TTL deletes items late.
      if (!found || found.createdAt.getTime() + EXPORT_TTL_MS <= now.getTime())
        throw notFound('export_not_found');
      return found;
    },

    async handle({ resource: found, now }) {
      const files = found.state === 'completed' ? found.files : [];
      const urls = files.map(({ name }) => exportFiles.presignRead(fileKey(found, name), now));
      return { status: 200, body: { data: exportView(found, await Promise.all(urls)) } };
    },
  };
}
