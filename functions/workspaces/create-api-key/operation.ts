import * as v from 'valibot';
import { jsonObject } from '#shared/platform/core/json-object.ts';
import { instantField } from '#shared/platform/http/instant-field.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { keyFields, KEY_READ_ONLY_FIELDS } from '#shared/workspaces/http/key-body.ts';
import { keySchema } from '#shared/workspaces/http/key-view.ts';
import { withPermission } from '#shared/workspaces/http/workspace-access.ts';
import { described } from '#shared/platform/http/described.ts';

export const operation = defineOperation({
  name: 'create-api-key',
  product: 'workspace',
  summary: 'Create an API key of yours, or as an admin of another member, and get it once',
  description:
    'The key itself is in `secret`, once. A key can hold at most what its member and the key that creates ' +
    'it hold. Keys are secrets of servers: never put one into a page or an app.',
  routes: [{ method: 'POST', path: '/api/v1/api-keys' }],
  access: withPermission('workspace:keys:write'),
  uses: ['read-core', 'write-core', 'seal-replay', 'open-replay'],
  body: jsonObject({
    ...keyFields,
    member_id: v.optional(
      described(
        v.pipe(v.string(), v.uuid()),
        'The member it acts for: yours unless said, another only if you are an admin',
      ),
    ),
    expires_at: v.optional(v.nullable(described(instantField, 'From when on it is refused; null for never'))),
  }),
  readOnlyFields: KEY_READ_ONLY_FIELDS,
  answers: {
    // The secret comes last: a replay puts it back there.
    201: v.object({
      data: keySchema,
      secret: described(v.string(), 'The key itself, told in this answer alone'),
    }),
  },
  errors: [
    'permission_unknown',
    'permission_not_grantable',
    'admin_required',
    'member_not_found',
    'api_key_limit_reached',
    'out_of_range',
    'concurrent_update',
  ],
  examples: [
    {
      summary: 'A key that reads posts',
      body: { name: 'Reporting', permissions: ['publishing:posts:read'] },
    },
  ],
});
