import type { Principal } from '#shared/platform/core/principal.ts';
import { notFound } from '#shared/platform/http/not-found.ts';
import type { ApiKey } from '#shared/platform/identity/workspace.ts';
import * as workspacesErrors from '#shared/workspaces/errors.ts';
import type { ManagedKeyReader } from '#shared/workspaces/ports/managed-key-store.ts';

/** Finds the API key of the path. @throws PlatformError `api_key_not_found`, also for a revoked key */
export async function loadKey(
  keys: Pick<ManagedKeyReader, 'find'>,
  { principal, params }: { principal: Principal; params: { readonly key: string } },
): Promise<ApiKey> {
  const key = await keys.find(principal.workspaceId, params.key);
  if (!key) throw notFound(workspacesErrors.api_key_not_found);
  return key;
}
