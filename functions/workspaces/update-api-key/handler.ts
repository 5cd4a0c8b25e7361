import { ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import { RATE_CLASSES } from '#shared/platform/core/rate-limit.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import { effectivePermissions } from '#shared/platform/identity/role-permissions.ts';
import type { WorkspaceReader } from '#shared/platform/identity/workspace-store.ts';
import type { ApiKey } from '#shared/platform/identity/workspace.ts';
import { requireGrantable } from '#shared/workspaces/domain/require-grantable.ts';
import { keyView } from '#shared/workspaces/http/key-view.ts';
import { loadKey } from '#shared/workspaces/http/load-key.ts';
import type { ManagedKeyStore } from '#shared/workspaces/ports/managed-key-store.ts';
import type { operation } from './operation.ts';

type Dependencies = {
  readonly workspaces: Pick<WorkspaceReader, 'findMember'>;
  readonly keys: Pick<ManagedKeyStore, 'find' | 'update'>;
};

/** Edits an API key. An added permission must be held by the caller's key and by the member; existing ones may stay. */
export function createHandler({
  workspaces,
  keys,
}: Dependencies): OperationHandler<typeof operation, ApiKey> {
  return {
    load: (request) => loadKey(keys, request),

    async handle({ principal, resource: before, body, command }) {
      const owner = await workspaces.findMember(before.workspaceId, before.memberId);
      // The member was removed after the key was read, so on a retry the key is gone too.
      if (!owner) throw new ConcurrentUpdateError();
      const granted = body.permissions ?? before.granted;
      requireGrantable(granted, principal, owner, before);

      const permissions = effectivePermissions(granted, owner);
      const rateLimits = body.rate_limits === undefined ? before.rateLimits : (body.rate_limits ?? {});
      const after = { ...before, name: body.name ?? before.name, granted, permissions, rateLimits };
      const response = { status: 200, body: { data: keyView(after) } };
      const isChanged =
        after.name !== before.name ||
        granted.join() !== before.granted.join() ||
        RATE_CLASSES.some((each) => rateLimits[each] !== before.rateLimits[each]);
      if (isChanged) {
        await keys.update(after, { owner, callerId: principal.memberId }, await command(response));
      }
      return response;
    },
  };
}
