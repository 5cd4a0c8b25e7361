import { PlatformError } from '#shared/platform/core/errors.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import {
  exportableKinds,
  EXPORTED_RESOURCES,
  newExport,
  permissionsFor,
} from '#shared/privacy/domain/workspace-export.ts';
import { exportView } from '#shared/privacy/http/export-view.ts';
import type { WorkspaceExportStore } from '#shared/privacy/ports/workspace-exports.ts';
import type { operation } from './operation.ts';

type Dependencies = { readonly exports: Pick<WorkspaceExportStore, 'create'> };

/** Accepts an export of the kinds of records that the key can read now; a function that runs every minute writes its files. */
export function createHandler({ exports }: Dependencies): OperationHandler<typeof operation> {
  return {
    async handle({ principal: { workspaceId, permissions }, now, command }) {
      const kinds = exportableKinds(permissions);
      if (kinds.length === 0) throw nothingReadable();
      const exported = newExport(newId(now), workspaceId, now, kinds);
      const response = { status: 202, body: { data: exportView(exported, []) } };
      await exports.create(exported, await command(response));
      return response;
    },
  };
}

function nothingReadable(): PlatformError {
  const permissions = permissionsFor(EXPORTED_RESOURCES);
  const detail = `An export contains the records that the key can read, and the key can read none. Use a key with at least one of ${permissions.join(', ')}.`;
  return new PlatformError('permission_missing', detail, {
    required_permissions: permissions,
    missing_permissions: permissions,
  });
}
