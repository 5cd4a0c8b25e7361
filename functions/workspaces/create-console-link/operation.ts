import * as v from 'valibot';
import { issue } from '#shared/platform/core/issue.ts';
import { jsonObject } from '#shared/platform/core/json-object.ts';
import { keyWith } from '#shared/platform/http/key-with.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { id, timestamp } from '#shared/platform/http/view-field.ts';
import { withDescription } from '#shared/platform/http/with-description.ts';
import { withTitle } from '#shared/platform/http/with-title.ts';
import { isConsolePath, MAX_PATH_LENGTH } from '#shared/workspaces/domain/console-url.ts';
import { keyFields } from '#shared/workspaces/http/key-body.ts';

const LIFETIME = issue('out_of_range', 'Send an integer from 60 to 28800: one minute to eight hours.');

export const operation = defineOperation({
  name: 'create-console-link',
  product: 'workspace',
  summary: 'Create a console link',
  description:
    'Creates a short-lived key of your own member and returns a URL that opens the web console with it. The key is in the ' +
    'fragment of the URL, which browsers do not send to servers. Give the link to one person only: anyone who has the link can ' +
    'use the key until it expires or is revoked. A member has at most 5 active console links.',
  routes: [{ method: 'POST', path: '/api/v1/console-links' }],
  access: keyWith('workspace:keys:write'),
  uses: [
    'get-members',
    'update-members',
    'put-api-keys',
    'put-key-pointers',
    'delete-key-pointers',
    'seal-replay',
    'open-replay',
  ],
  checksKeyOnWrite: true,
  // Links of one member change one item.
  retries: 10,
  hasSecretUrl: true,
  optionalBody: true,
  body: jsonObject({
    permissions: v.optional(
      withDescription(
        keyFields.permissions,
        'Permissions of the key, at most those of your own key, which are also the default',
      ),
    ),
    expires_in: v.optional(
      withDescription(
        v.pipe(v.number(), v.integer(LIFETIME), v.minValue(60, LIFETIME), v.maxValue(28_800, LIFETIME)),
        'Seconds until the key expires: 3600 by default. The key expires at the latest with your own key',
      ),
    ),
    path: v.optional(
      withDescription(
        v.pipe(
          v.string(),
          v.maxLength(MAX_PATH_LENGTH, issue('too_long', `Use at most ${MAX_PATH_LENGTH} characters.`)),
          v.check(
            isConsolePath,
            issue(
              'invalid_format',
              'Use a path within the console that begins with one slash, such as "/endpoints". Each % must begin an escape of UTF-8.',
            ),
          ),
        ),
        'The screen that the link opens, relative to `/console`, such as `/endpoints`. It can have a query string',
      ),
    ),
  }),
  responses: {
    // The URL is the last field: the response to a repeated request appends it to the stored body.
    201: v.object({
      data: withDescription(
        withTitle(
          'ConsoleLink',
          v.object({
            id: withDescription(id, 'ID of the API key of the link. `deleteApiKey` revokes it'),
            expires_at: withDescription(timestamp, 'When the key expires'),
            url: withDescription(
              v.string(),
              'The link, which contains the key. It is returned only in this response',
            ),
          }),
        ),
        'A link that opens the web console',
      ),
    }),
  },
  errors: ['permission_not_grantable', 'api_key_limit_reached', 'concurrent_update'],
  examples: [
    {
      summary: 'A link for 15 minutes to the list of endpoints',
      body: { expires_in: 900, path: '/endpoints' },
    },
  ],
});
