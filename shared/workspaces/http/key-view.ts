import * as v from 'valibot';
import { keyRateLimits } from '#shared/platform/core/rate-limit.ts';
import { created, id, timestamp, uuid } from '#shared/platform/http/view-field.ts';
import { withDescription } from '#shared/platform/http/with-description.ts';
import { withTitle } from '#shared/platform/http/with-title.ts';
import type { ApiKey } from '#shared/platform/identity/workspace.ts';
import { PERMISSIONS } from '#shared/workspaces/domain/permissions.ts';
import { RESERVED_PERMISSIONS } from '#shared/workspaces/domain/reserved-permissions.ts';

/** Describes the permissions that no operation requires yet (docs/specification.md#reserved-permissions). */
export const RESERVED_NOTE =
  RESERVED_PERMISSIONS.length === 0
    ? ''
    : `. Reserved, because no operation requires them yet: ${RESERVED_PERMISSIONS.map((each) => `\`${each}\``).join(', ')}`;

/**
 * An API key in responses, without the key itself. `permissions` are the current ones
 * (docs/specification.md#effective-permissions).
 */
export const keySchema = withDescription(
  withTitle(
    'ApiKey',
    v.object({
      id,
      name: withDescription(v.string(), 'Display name'),
      member_id: withDescription(
        uuid,
        'ID of the member that the key acts for. The key never has permissions that the member lacks',
      ),
      prefix: withDescription(v.string(), 'The first characters of the key'),
      last4: withDescription(v.string(), 'The last four characters of the key'),
      permissions: withDescription(
        v.array(v.picklist(PERMISSIONS)),
        `The current permissions: the granted permissions that the member also has. The key of a console link keeps only permissions that the member has had without interruption since the key was created${RESERVED_NOTE}`,
      ),
      granted_permissions: withDescription(
        v.array(v.picklist(PERMISSIONS)),
        'All permissions granted to the key. A permission that the member lacks has no effect until the ' +
          'member has it again. The key of a console link never has it again',
      ),
      rate_limits: withDescription(
        v.object({
          read: withDescription(v.number(), 'Requests per minute with GET and HEAD'),
          write: withDescription(v.number(), 'Requests per minute with other methods, except `ingestEvent`'),
          ingest: withDescription(v.number(), 'Requests per minute to `ingestEvent`'),
        }),
        'The limits of the key. A request above a limit gets 429 `rate_limited`',
      ),
      console: withDescription(v.boolean(), 'Whether `createConsoleLink` created the key'),
      created_at: created,
      expires_at: withDescription(v.nullable(timestamp), 'When the key expires; null for never'),
      last_used_at: withDescription(
        v.nullable(timestamp),
        'When the key was last used, with a precision of about an hour; null if it never was',
      ),
    }),
  ),
  'An API key. The key itself is returned only once, when it is created',
);

/** Converts an API key to its representation. */
export function keyView(key: ApiKey): v.InferInput<typeof keySchema> {
  return {
    id: key.id,
    name: key.name,
    member_id: key.memberId,
    prefix: key.prefix,
    last4: key.last4,
    permissions: [...key.permissions],
    granted_permissions: [...key.granted],
    rate_limits: keyRateLimits(key.rateLimits),
    console: key.console,
    created_at: key.createdAt.toISOString(),
    expires_at: key.expiresAt?.toISOString() ?? null,
    last_used_at: key.lastUsedAt?.toISOString() ?? null,
  };
}
