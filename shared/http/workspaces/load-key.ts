import { PlatformError } from '#shared/domain/errors.ts';
import type { ManagedKeyStore } from '#shared/domain/ports/managed-key-store.ts';
import type { Principal } from '#shared/domain/workspaces/principal.ts';
import type { ApiKey } from '#shared/domain/workspaces/workspace.ts';
import { NOT_FOUND } from '#shared/http/steps/load-resource.ts';

/** The API key a path names. @throws PlatformError `api_key_not_found`, for revoked ones as well */
export async function loadKey(
  keys: Pick<ManagedKeyStore, 'find'>,
  { principal, params }: { principal: Principal; params: Readonly<Record<string, string>> },
): Promise<ApiKey> {
  const key = await keys.find(principal.workspaceId, params['key'] ?? '');
  if (!key) throw new PlatformError('api_key_not_found', NOT_FOUND);
  return key;
}
