import * as v from 'valibot';
import { jsonObject } from '#shared/domain/json-object.ts';
import { isTimeZone } from '#shared/domain/workspaces/time-zone.ts';
import { defineOperation } from '#shared/http/operation.ts';
import { singleLine } from '#shared/http/text-field.ts';
import { withPermission } from '#shared/http/workspaces/workspace-access.ts';
import { workspaceSchema } from '#shared/http/workspaces/workspace-view.ts';

export const operation = defineOperation({
  name: 'update-workspace',
  product: 'workspace',
  // Nothing stored depends on the zone yet: `recompute` says so, and is where a background job will report (R29).
  summary: 'Rename the workspace or move it to another time zone; nothing depends on the zone so far',
  routes: [{ method: 'PATCH', path: '/api/v1/workspace' }],
  access: withPermission('workspace:settings:write'),
  uses: ['read-core', 'write-core'],
  body: jsonObject({
    name: v.optional(singleLine(1, 100)),
    timezone: v.optional(
      v.pipe(
        v.string(),
        v.trim(),
        v.check(isTimeZone, 'timezone_unknown: Use an IANA name such as "Europe/Berlin".'),
      ),
    ),
  }),
  readOnlyFields: ['id', 'created_at'],
  answers: {
    200: v.object({ data: workspaceSchema, recompute: v.object({ state: v.picklist(['not_needed']) }) }),
  },
  errors: ['timezone_unknown', 'concurrent_update'],
  examples: [{ summary: 'Move to Berlin', body: { timezone: 'Europe/Berlin' } }],
});
