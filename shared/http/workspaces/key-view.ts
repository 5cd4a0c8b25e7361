import * as v from 'valibot';
import { timestamp, uuid } from '#shared/http/view-field.ts';
import { named } from '#shared/http/named-schema.ts';
import { PERMISSIONS } from '#shared/domain/permissions.ts';
import type { ApiKey } from '#shared/domain/workspaces/workspace.ts';

/** An API key as shown; the key itself is not a part of it. `permissions` is what it may do now (R12). */
export const keySchema = named(
  'ApiKey',
  v.object({
    id: uuid,
    name: v.string(),
    member_id: uuid,
    prefix: v.string(),
    last4: v.string(),
    permissions: v.array(v.picklist(PERMISSIONS)),
    granted_permissions: v.array(v.picklist(PERMISSIONS)),
    created_at: timestamp,
    expires_at: v.nullable(timestamp),
    last_used_at: v.nullable(timestamp),
  }),
);

/** The representation of an API key. */
export function keyView(key: ApiKey): v.InferInput<typeof keySchema> {
  return {
    id: key.id,
    name: key.name,
    member_id: key.memberId,
    prefix: key.prefix,
    last4: key.last4,
    permissions: [...key.permissions],
    granted_permissions: [...key.granted],
    created_at: key.createdAt.toISOString(),
    expires_at: key.expiresAt?.toISOString() ?? null,
    last_used_at: key.lastUsedAt?.toISOString() ?? null,
  };
}
