import * as v from 'valibot';
import { keyWith } from '#shared/platform/http/key-with.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { exportParameter } from '#shared/privacy/http/export-parameter.ts';
import { EXPORT_CONDITIONS, exportSchema } from '#shared/privacy/http/export-view.ts';

export const operation = defineOperation({
  name: 'get-export',
  product: 'workspace',
  summary: 'Get an export',
  description:
    'Returns the progress of an export and, once it is complete, a URL for each NDJSON file. The key needs the read permission of ' +
    'every kind of records that the export contains; otherwise 403 `permission_missing`.',
  routes: [{ method: 'GET', path: '/api/v1/workspace/exports/{export}' }],
  access: keyWith('workspace:exports:read'),
  conditionalPermissions: EXPORT_CONDITIONS,
  params: { export: exportParameter },
  uses: ['get-exports', 'read-exports'],
  returnsSecret: true,
  responses: { 200: v.object({ data: exportSchema }) },
});
