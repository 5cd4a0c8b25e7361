import { PlatformError } from '#shared/platform/core/errors.ts';
import { NOT_FOUND } from '#shared/platform/http/problems.ts';
import type { Principal } from '#shared/platform/identity/principal.ts';
import type { ApiKey } from '#shared/platform/identity/workspace.ts';
import type { ManagedKeyStore } from '#shared/workspaces/ports/managed-key-store.ts';

/** Finds the API key of the path. @throws PlatformError `api_key_not_found`, also for a revoked key */
export async function loadKey(
  keys: Pick<ManagedKeyStore, 'find'>,
  { principal, params }: { principal: Principal; params: { readonly key: string } },
): Promise<ApiKey> {
  const key = await keys.find(principal.workspaceId, params.key);
  if (!key) throw new PlatformError('api_key_not_found', NOT_FOUND);
  return key;
}
