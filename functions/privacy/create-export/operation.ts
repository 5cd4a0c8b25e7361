import * as v from 'valibot';
import { keyWith } from '#shared/platform/http/key-with.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { EXPORT_CONDITIONS, exportSchema } from '#shared/privacy/http/export-view.ts';

export const operation = defineOperation({
  name: 'create-export',
  product: 'workspace',
  summary: 'Export the workspace',
  description:
    'Starts an export of the workspace: members, API keys without their secrets, webhook endpoints, accounts, tags, media ' +
    'records, posts, broadcasts, contacts, pages with blocks, domains, pixels and the audit log, as the API returns them, in NDJSON. ' +
    'The export contains the kinds of records that the key can read at the time of the request, which `kinds` lists. ' +
    '`getExport` returns the progress and the URLs of these files. Media files are copied: `listExportMedia` returns their URLs. ' +
    'A workspace can be exported once in 4 hours; a 409 `quota_exceeded` has the seconds to wait in `Retry-After`.',
  routes: [{ method: 'POST', path: '/api/v1/workspace/exports' }],
  access: keyWith('workspace:exports:write'),
  conditionalPermissions: EXPORT_CONDITIONS,
  uses: ['put-exports'],
  checksKeyOnWrite: true,
  responses: { 202: v.object({ data: exportSchema }) },
  errors: ['concurrent_update', 'export_running', 'quota_exceeded'],
});
