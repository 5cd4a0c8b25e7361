import { PlatformError } from '#shared/platform/core/errors.ts';
import type { Principal } from '#shared/platform/core/principal.ts';
import { notFound } from '#shared/platform/http/not-found.ts';
import {
  exportExpiry,
  type ExportScope,
  missingPermissions,
  permissionsFor,
  type WorkspaceExport,
} from '#shared/privacy/domain/workspace-export.ts';
import * as privacyErrors from '#shared/privacy/errors.ts';
import type { WorkspaceExportReader } from '#shared/privacy/ports/workspace-exports.ts';

/**
 * An export of the scope that has not expired and contains only what the key could read itself.
 * @throws PlatformError `export_not_found` · `permission_missing`
 */
export async function loadExport(
  exports: WorkspaceExportReader,
  { workspaceId, permissions }: Pick<Principal, 'workspaceId' | 'permissions'>,
  exportId: string,
  now: Date,
  scope: ExportScope = 'workspace',
): Promise<WorkspaceExport> {
  const found = await exports.find(workspaceId, exportId);
  // TTL deletes items late.
  if (!found || found.scope !== scope || exportExpiry(found) <= now)
    throw notFound(privacyErrors.export_not_found);
  const missing = missingPermissions(found.kinds, permissions);
  if (missing.length > 0) {
    const detail = `The export contains records that the key cannot read. Use a key that also has ${missing.join(' and ')}, or create an export with this key.`;
    throw new PlatformError('permission_missing', detail, {
      required_permissions: permissionsFor(found.kinds),
      missing_permissions: missing,
    });
  }
  return found;
}
