import * as v from 'valibot';
import { uuid } from '#shared/http/view-field.ts';
import { PERMISSIONS } from '#shared/domain/permissions.ts';
import { defineOperation } from '#shared/http/operation.ts';

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
      data: v.object({
        workspace: v.object({ id: uuid, name: v.string(), timezone: v.string() }),
        key: v.object({ id: uuid, permissions: v.array(v.picklist(PERMISSIONS)) }),
        member: v.object({
          id: uuid,
          name: v.string(),
          role: v.picklist(['admin', 'editor', 'viewer']),
        }),
      }),
    }),
  },
  errors: [],
  examples: [{ summary: 'Check that a key works' }],
});
