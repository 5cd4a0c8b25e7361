import * as v from 'valibot';
import { id } from '#shared/platform/http/view-field.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { keySchema } from '#shared/workspaces/http/key-view.ts';
import { memberRole } from '#shared/workspaces/http/member-view.ts';
import { workspaceSchema } from '#shared/workspaces/http/workspace-view.ts';
import { described } from '#shared/platform/http/described.ts';

export const operation = defineOperation({
  name: 'get-current-key',
  product: 'workspace',
  summary: 'Say who is calling: workspace, key, permissions and member',
  description: 'A good first call: any key may make it.',
  routes: [{ method: 'GET', path: '/api/v1/me' }],
  access: { kind: 'key', credential: 'workspace-key', rule: 'all-of', permissions: [] },
  uses: ['read-core'],
  answers: {
    200: v.object({
      data: described(
        v.object({
          workspace: described(
            v.object({ id, name: workspaceSchema.entries.name, timezone: workspaceSchema.entries.timezone }),
            'The workspace of the key',
          ),
          key: described(v.object({ id, permissions: keySchema.entries.permissions }), 'The key itself'),
          member: described(
            v.object({
              id,
              name: described(v.string(), 'Their name'),
              role: memberRole,
            }),
            'The member it acts for',
          ),
        }),
        'Who is calling',
      ),
    }),
  },
  errors: [],
  examples: [{ summary: 'Check that a key works' }],
});
