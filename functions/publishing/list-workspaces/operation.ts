import * as v from 'valibot';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { created } from '#shared/platform/http/view-field.ts';
import { withDescription } from '#shared/platform/http/with-description.ts';
import { withTitle } from '#shared/platform/http/with-title.ts';

/** The workspace as clients of Mixpost read it, with the UUID under that name. */
const workspace = withDescription(
  withTitle(
    'PublishingWorkspace',
    v.object({
      uuid: withDescription(
        v.pipe(v.string(), v.uuid()),
        'ID of the workspace, for the paths under `/os/api`',
      ),
      name: withDescription(v.string(), 'Display name of the workspace'),
      timezone: withDescription(v.string(), 'IANA name of the time zone for the dates and times of posts'),
      created_at: created,
    }),
  ),
  'The workspace of the key',
);

export const operation = defineOperation({
  name: 'list-workspaces',
  product: 'publishing',
  summary: 'List the workspace of the key',
  description:
    'Returns a list with one workspace, because a key belongs to one workspace. Clients of Mixpost use its `uuid` in the ' +
    'paths of their requests.',
  routes: [{ method: 'GET', path: '/os/api/workspaces' }],
  access: { kind: 'key', credential: 'workspace-key', rule: 'all-of', permissions: [] },
  uses: ['get-workspaces'],
  responses: { 200: v.object({ data: withDescription(v.array(workspace), 'The workspace of the key') }) },
});
