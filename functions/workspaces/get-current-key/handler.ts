import { PlatformError } from '#shared/platform/core/errors.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import type { WorkspaceReader } from '#shared/platform/identity/workspace-store.ts';
import { RESERVED_PERMISSIONS } from '#shared/workspaces/domain/reserved-permissions.ts';
import type { operation } from './operation.ts';

type Dependencies = { readonly workspaces: WorkspaceReader };

/** Identifies the caller; any valid key is enough. */
export function createHandler({ workspaces }: Dependencies): OperationHandler<typeof operation> {
  return {
    async handle({ principal }) {
      const [workspace, member] = await Promise.all([
        workspaces.find(principal.workspaceId),
        workspaces.findMember(principal.workspaceId, principal.memberId),
      ]);
      // A key whose member or workspace is gone is no longer valid (docs/specification.md#removed-members).
      if (!workspace || !member) {
        throw new PlatformError(
          'api_key_invalid',
          'The member of this key has left the workspace. Ask an admin for a new key.',
        );
      }
      const permissions = [...principal.permissions];
      const reserved = permissions.filter((permission) => RESERVED_PERMISSIONS.includes(permission));
      const key = {
        id: principal.keyId,
        console: principal.isConsoleKey,
        expires_at: principal.keyExpiresAt?.toISOString() ?? null,
        permissions,
        reserved_permissions: reserved,
      };
      return { status: 200, body: { data: { workspace, key, member } } };
    },
  };
}
