import type { ManagedKeyStore } from '#shared/domain/ports/managed-key-store.ts';
import type { ApiKey } from '#shared/domain/workspaces/workspace.ts';
import type { OperationHandler } from '#shared/http/handler.ts';
import { keyView } from '#shared/http/workspaces/key-view.ts';
import { loadKey } from '#shared/http/workspaces/load-key.ts';
import type { operation } from './operation.ts';

type Dependencies = { readonly keys: Pick<ManagedKeyStore, 'find'> };

/** Shows an API key. */
export function createGetApiKeyHandler({ keys }: Dependencies): OperationHandler<typeof operation, ApiKey> {
  return {
    load: (request) => loadKey(keys, request),
    handle: async ({ resource }) => ({ status: 200, body: { data: keyView(resource) } }),
  };
}
