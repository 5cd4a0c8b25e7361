import type { OperationHandler } from '#shared/platform/http/operation.ts';
import type { WorkspaceExport } from '#shared/privacy/domain/workspace-export.ts';
import { exportView } from '#shared/privacy/http/export-view.ts';
import { loadExport } from '#shared/privacy/http/load-export.ts';
import type { ExportFiles, WorkspaceExportReader } from '#shared/privacy/ports/workspace-exports.ts';
import { presignFiles } from '#shared/privacy/use-cases/presign-files.ts';
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
    load: ({ principal, params, now }) => loadExport(exports, principal, params.export, now),

    async handle({ resource: found, now }) {
      return { status: 200, body: { data: exportView(found, await presignFiles(exportFiles, found, now)) } };
    },
  };
}
