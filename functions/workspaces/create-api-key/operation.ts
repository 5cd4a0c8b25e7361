import * as v from 'valibot';
import { issue } from '#shared/platform/core/issue.ts';
import { jsonObject } from '#shared/platform/core/json-object.ts';
import { instantField } from '#shared/platform/http/instant-field.ts';
import { keyWith } from '#shared/platform/http/key-with.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { withDescription } from '#shared/platform/http/with-description.ts';
import { keyFields, KEY_READ_ONLY_FIELDS } from '#shared/workspaces/http/key-body.ts';
import { keySchema } from '#shared/workspaces/http/key-view.ts';

export const operation = defineOperation({
  name: 'create-api-key',
  product: 'workspace',
  summary: 'Create an API key',
  description:
    'Creates a key for your own member, or for another member if you are an admin. The key is in ' +
    '`secret` and is returned only in this response. A key can hold only permissions that its member ' +
    'and the creating key also hold, and expires at the latest with the creating key. Keep keys on servers: never put one into a web page or an app.',
  routes: [{ method: 'POST', path: '/api/v1/api-keys' }],
  access: keyWith('workspace:keys:write'),
  uses: [
    'get-members',
    'update-members',
    'check-members',
    'put-api-keys',
    'put-key-pointers',
    'seal-replay',
    'open-replay',
  ],
  checksKeyOnWrite: true,
  body: jsonObject({
    ...keyFields,
    member_id: v.optional(
      withDescription(
        v.pipe(v.string(), v.uuid(issue('invalid_format', 'Use a UUID.'))),
        'The member that the key acts for; your own by default. Only an admin can set another member',
      ),
    ),
    expires_at: v.optional(
      v.nullable(
        withDescription(
          instantField,
          'When the key expires; null for never. By default it expires with the key that creates it',
        ),
      ),
    ),
  }),
  readOnlyFields: KEY_READ_ONLY_FIELDS,
  responses: {
    // The secret is the last field: the response to a repeated request appends it to the stored body.
    201: v.object({
      data: keySchema,
      secret: withDescription(v.string(), 'The key itself, returned only in this response'),
    }),
  },
  errors: [
    'permission_not_grantable',
    'admin_required',
    'member_not_found',
    'api_key_limit_reached',
    'concurrent_update',
  ],
  examples: [
    {
      summary: 'A key that reads posts',
      body: { name: 'Reporting', permissions: ['publishing:posts:read'] },
    },
  ],
});
