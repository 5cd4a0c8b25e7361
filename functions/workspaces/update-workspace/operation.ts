import * as v from 'valibot';
import { jsonObject } from '#shared/platform/core/json-object.ts';
import { keyWith } from '#shared/platform/http/key-with.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { singleLine } from '#shared/platform/http/text-field.ts';
import { timeZoneName } from '#shared/platform/http/time-zone-field.ts';
import { withDescription } from '#shared/platform/http/with-description.ts';
import { workspaceSchema } from '#shared/workspaces/http/workspace-view.ts';

export const operation = defineOperation({
  name: 'update-workspace',
  product: 'workspace',
  summary: 'Update the workspace',
  description:
    'Changes the name or the time zone. After a change of the time zone, drafts, posts that wait for approval and scheduled posts keep ' +
    'their local date and time, and their `scheduled_at` is recomputed in the background. `getWorkspace` ' +
    'returns the progress. A post keeps its earlier `scheduled_at` if the new one would be in the past. Dates of contacts are reached ' +
    'at the beginning of the day in the new time zone.',
  routes: [{ method: 'PATCH', path: '/api/v1/workspace' }],
  access: keyWith('workspace:settings:write'),
  // A step of an earlier recompute can update the workspace in the meantime, and a run of the calendar can update the calendar.
  retries: 3,
  checksKeyOnWrite: true,
  uses: ['get-workspaces', 'update-workspaces', 'get-calendars', 'put-calendars', 'check-calendars'],
  body: jsonObject({
    name: v.optional(withDescription(singleLine(1, 100), 'Display name of the workspace')),
    timezone: v.optional(withDescription(timeZoneName, 'IANA name of a time zone, such as `Europe/Berlin`')),
  }),
  readOnlyFields: ['id', 'created_at'],
  responses: {
    200: v.object({
      data: workspaceSchema,
      recompute: withDescription(
        v.object({
          state: withDescription(
            v.picklist(['not_needed', 'queued']),
            '`queued` if the time zone changed; otherwise `not_needed`',
          ),
        }),
        'Whether `scheduled_at` of drafts, of posts that wait for approval and of scheduled posts is recomputed',
      ),
    }),
  },
  errors: ['concurrent_update'],
  examples: [{ summary: 'Change the time zone to Berlin', body: { timezone: 'Europe/Berlin' } }],
});
