import { fileKey } from '#shared/privacy/domain/export-keys.ts';
import type { WorkspaceExport } from '#shared/privacy/domain/workspace-export.ts';
import type { ExportFiles } from '#shared/privacy/ports/workspace-exports.ts';

/** The URLs of the files of a completed export, in their order; none before. */
export function presignFiles(
  exportFiles: Pick<ExportFiles, 'presignRead'>,
  exported: WorkspaceExport,
  now: Date,
): Promise<string[]> {
  const files = exported.state === 'completed' ? exported.files : [];
  return Promise.all(files.map((file) => exportFiles.presignRead(fileKey(exported, file), now)));
}
