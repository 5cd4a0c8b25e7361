import type { OperationHandler } from '#shared/platform/http/operation.ts';
import type { ApiKey } from '#shared/platform/identity/workspace.ts';
import { loadKey } from '#shared/workspaces/http/load-key.ts';
import { requireManageable } from '#shared/workspaces/http/workspace-access.ts';
import type { ManagedKeyStore } from '#shared/workspaces/ports/managed-key-store.ts';
import type { operation } from './operation.ts';

type Dependencies = { readonly keys: Pick<ManagedKeyStore, 'find' | 'revoke'> };

/** Revokes an API key; a key may revoke itself. The endpoints of its member stay as they are. */
export function createHandler({ keys }: Dependencies): OperationHandler<typeof operation, ApiKey> {
  return {
    load(request) {
      requireManageable(request.params.key, request.principal);
      return loadKey(keys, request);
    },

    async handle({ resource: key, command }) {
      const response = { status: 204 };
      await keys.revoke(key, await command(response));
      return response;
    },
  };
}
