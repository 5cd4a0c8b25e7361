import { notFound } from '#shared/platform/http/not-found.ts';
import { EXPORT_TTL_MS, type WorkspaceExport } from '#shared/workspaces/domain/workspace-export.ts';
import type { WorkspaceExportReader } from '#shared/workspaces/ports/workspace-exports.ts';

/** An export that has not expired. @throws PlatformError `export_not_found` */
export async function findExport(
  exports: WorkspaceExportReader,
  workspaceId: string,
  exportId: string,
  now: Date,
): Promise<WorkspaceExport> {
  const found = await exports.find(workspaceId, exportId);
  // TTL deletes items late.
  if (!found || found.createdAt.getTime() + EXPORT_TTL_MS <= now.getTime())
    throw notFound('export_not_found');
  return found;
}
