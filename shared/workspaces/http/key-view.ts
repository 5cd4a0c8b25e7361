import * as v from 'valibot';
import { created, id, timestamp, uuid } from '#shared/platform/http/view-field.ts';
import { named } from '#shared/platform/http/named-schema.ts';
import { PERMISSIONS } from '#shared/platform/identity/permissions.ts';
import type { ApiKey } from '#shared/platform/identity/workspace.ts';
import { described } from '#shared/platform/http/described.ts';

/** An API key as shown; the key itself is not a part of it. `permissions` is what it may do now (R12). */
export const keySchema = described(
  named(
    'ApiKey',
    v.object({
      id,
      name: described(v.string(), 'What people know it by'),
      member_id: described(uuid, 'The member it acts for; it may never do more than they may'),
      prefix: described(v.string(), 'How the key begins'),
      last4: described(v.string(), 'Its last four characters'),
      permissions: described(
        v.array(v.picklist(PERMISSIONS)),
        'What it may do now: of what was granted, what its member may do',
      ),
      granted_permissions: described(
        v.array(v.picklist(PERMISSIONS)),
        'What it was given; comes back when its member may do it again',
      ),
      created_at: created,
      expires_at: described(v.nullable(timestamp), 'From when on it is refused; null for never'),
      last_used_at: described(
        v.nullable(timestamp),
        'When it was last used, to about an hour; null if it never was',
      ),
    }),
  ),
  'An API key. The key itself is told once, when it is created',
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
