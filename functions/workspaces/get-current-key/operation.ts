import * as v from 'valibot';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { id } from '#shared/platform/http/view-field.ts';
import { withDescription } from '#shared/platform/http/with-description.ts';
import { PERMISSIONS } from '#shared/workspaces/domain/permissions.ts';
import { keySchema } from '#shared/workspaces/http/key-view.ts';
import { memberRole } from '#shared/workspaces/http/member-view.ts';
import { workspaceSchema } from '#shared/workspaces/http/workspace-view.ts';

export const operation = defineOperation({
  name: 'get-current-key',
  product: 'workspace',
  summary: 'Get the current API key',
  description:
    'Returns the workspace, the permissions and the member of the key that makes the request. It is a ' +
    'good first call: it works with any key.',
  routes: [{ method: 'GET', path: '/api/v1/me' }],
  access: { kind: 'key', credential: 'workspace-key', rule: 'all-of', permissions: [] },
  uses: ['get-workspaces', 'get-members'],
  responses: {
    200: v.object({
      data: withDescription(
        v.object({
          workspace: withDescription(
            v.object({ id, name: workspaceSchema.entries.name, timezone: workspaceSchema.entries.timezone }),
            'The workspace of the key',
          ),
          key: withDescription(
            v.object({
              id,
              console: keySchema.entries.console,
              expires_at: keySchema.entries.expires_at,
              permissions: keySchema.entries.permissions,
              reserved_permissions: withDescription(
                v.array(v.picklist(PERMISSIONS)),
                'The permissions of the key that no operation requires yet',
              ),
            }),
            'The API key of this request',
          ),
          member: withDescription(
            v.object({
              id,
              name: withDescription(v.string(), 'Name of the member'),
              role: memberRole,
            }),
            'The member that the key acts for',
          ),
        }),
        'The API key of this request, with its workspace and member',
      ),
    }),
  },
});
