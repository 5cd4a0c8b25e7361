import type { OperationHandler } from '#shared/platform/http/operation.ts';
import type { ApiKey } from '#shared/platform/identity/workspace.ts';
import { keyView } from '#shared/workspaces/http/key-view.ts';
import { loadKey } from '#shared/workspaces/http/load-key.ts';
import type { ManagedKeyReader } from '#shared/workspaces/ports/managed-key-store.ts';
import type { operation } from './operation.ts';

type Dependencies = { readonly keys: Pick<ManagedKeyReader, 'find'> };

/** Reads an API key. */
export function createHandler({ keys }: Dependencies): OperationHandler<typeof operation, ApiKey> {
  return {
    load: (request) => loadKey(keys, request),
    handle: async ({ resource }) => ({ status: 200, body: { data: keyView(resource) } }),
  };
}
