import { ValidationError, PlatformError } from '#shared/platform/core/errors.ts';
import { loadCaller } from '#shared/platform/http/load-workspace.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import { newKey } from '#shared/platform/identity/new-key.ts';
import type { WorkspaceReader } from '#shared/platform/identity/workspace-store.ts';
import type { Member } from '#shared/platform/identity/workspace.ts';
import { hashApiKey } from '#shared/platform/runtime/api-key.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import { requireGrantable } from '#shared/workspaces/domain/require-grantable.ts';
import { keyView } from '#shared/workspaces/http/key-view.ts';
import type { ManagedKeyStore } from '#shared/workspaces/ports/managed-key-store.ts';
import type { operation } from './operation.ts';

type Dependencies = {
  readonly workspaces: Pick<WorkspaceReader, 'findMember'>;
  readonly keys: Pick<ManagedKeyStore, 'create'>;
  readonly generateKey: () => string;
};

/** Creates an API key, which only this response contains. Only an admin can create a key for another member. */
export function createHandler({
  workspaces,
  keys,
  generateKey,
}: Dependencies): OperationHandler<typeof operation, Member> {
  return {
    load: ({ principal }) => loadCaller(workspaces, principal),

    async handle({ principal, resource: caller, body, now, baseUrl, command }) {
      const { name, permissions: granted, expires_at: requested } = body;
      const expiresAt = readExpiry(requested, principal.keyExpiresAt, now);
      const owner = await findOwner(caller, body.member_id?.toLowerCase());
      requireGrantable(granted, principal, owner);
      const rateLimits = body.rate_limits ?? {};

      const sources = { now, newId, generateKey, hashKey: hashApiKey };
      const { key, text } = newKey(owner, { name, granted, expiresAt, rateLimits }, sources);
      const response = {
        status: 201,
        headers: { Location: `${baseUrl}/api/v1/api-keys/${key.id}` },
        body: { data: keyView(key), secret: text },
      };
      await keys.create(key, { owner, callerId: caller.id }, await command(response, { handsOut: granted }));
      return response;
    },
  };

  async function findOwner(caller: Member, memberId: string | undefined): Promise<Member> {
    if (memberId === undefined || memberId === caller.id) return caller;
    if (caller.role !== 'admin') {
      throw new PlatformError(
        'admin_required',
        'Only an admin can create keys for other members. Leave member_id out, or use a key of an admin.',
      );
    }
    const member = await workspaces.findMember(caller.workspaceId, memberId);
    if (member) return member;
    const detail = 'The workspace has no member with this ID. Use the ID of a member from listMembers.';
    throw new ValidationError([{ pointer: '#/member_id', code: 'member_not_found', detail }]);
  }
}

/** A key expires at the latest with the key that creates it (docs/specification.md#expiry-of-created-keys). */
function readExpiry(
  requested: Date | null | undefined,
  creatorExpiresAt: Date | null,
  now: Date,
): Date | null {
  if (requested === undefined) return creatorExpiresAt;
  if (requested && requested <= now) throw invalidExpiry('Use a time in the future.');
  if (creatorExpiresAt && (requested === null || requested > creatorExpiresAt)) {
    const latest = creatorExpiresAt.toISOString();
    throw invalidExpiry(
      `Your key expires at ${latest}. Use a time until then, or a key that does not expire.`,
    );
  }
  return requested;
}

function invalidExpiry(detail: string): ValidationError {
  return new ValidationError([{ pointer: '#/expires_at', code: 'out_of_range', detail }]);
}
