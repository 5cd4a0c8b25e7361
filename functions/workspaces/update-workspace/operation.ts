import * as v from 'valibot';
import { jsonObject } from '#shared/platform/core/json-object.ts';
import { isTimeZone } from '#shared/platform/identity/time-zone.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { singleLine } from '#shared/platform/http/text-field.ts';
import { withPermission } from '#shared/workspaces/http/workspace-access.ts';
import { workspaceSchema } from '#shared/workspaces/http/workspace-view.ts';
import { described } from '#shared/platform/http/described.ts';

export const operation = defineOperation({
  name: 'update-workspace',
  product: 'workspace',
  summary:
    'Rename the workspace or move it to another time zone, in which drafts and scheduled posts are computed again',
  description:
    '`recompute` tells whether posts are computed again; `getWorkspace` shows how far that is. A post ' +
    'that would fall into the past keeps its instant.',
  routes: [{ method: 'PATCH', path: '/api/v1/workspace' }],
  access: withPermission('workspace:settings:write'),
  // A step of an earlier recompute can come in between.
  retries: 3,
  uses: ['read-core', 'write-core'],
  body: jsonObject({
    name: v.optional(described(singleLine(1, 100), 'What people call it')),
    timezone: v.optional(
      v.pipe(
        v.string(),
        v.trim(),
        v.check(isTimeZone, 'timezone_unknown: Use an IANA name such as "Europe/Berlin".'),
        v.description('IANA name of a time zone, such as `Europe/Berlin`'),
      ),
    ),
  }),
  readOnlyFields: ['id', 'created_at'],
  answers: {
    200: v.object({
      data: workspaceSchema,
      recompute: described(
        v.object({
          state: described(v.picklist(['not_needed', 'queued']), '`queued` if the zone is another one now'),
        }),
        'Whether drafts and scheduled posts are computed again',
      ),
    }),
  },
  errors: ['timezone_unknown', 'concurrent_update'],
  examples: [{ summary: 'Move to Berlin', body: { timezone: 'Europe/Berlin' } }],
});
