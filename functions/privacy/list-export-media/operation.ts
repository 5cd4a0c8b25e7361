import { strictFields } from '#shared/platform/core/json-object.ts';
import { keyWith } from '#shared/platform/http/key-with.ts';
import { pageOf, pageParameters } from '#shared/platform/http/list-query.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { exportMediaSchema } from '#shared/privacy/http/export-media-view.ts';
import { exportParameter } from '#shared/privacy/http/export-parameter.ts';
import { EXPORT_CONDITIONS } from '#shared/privacy/http/export-view.ts';

export const operation = defineOperation({
  name: 'list-export-media',
  product: 'workspace',
  summary: 'List the media files of an export',
  description:
    'Returns the copies of the media files with a URL for each. A file that was deleted while the export was running has no ' +
    'copy. The list is empty until the export is complete. The key needs the same permissions as for `getExport`.',
  routes: [{ method: 'GET', path: '/api/v1/workspace/exports/{export}/media' }],
  access: keyWith('workspace:exports:read'),
  conditionalPermissions: EXPORT_CONDITIONS,
  params: { export: exportParameter },
  query: strictFields(pageParameters),
  uses: ['get-exports', 'read-exports'],
  returnsSecret: true,
  responses: { 200: pageOf(exportMediaSchema) },
  exampleQueries: [{ limit: '100' }],
});
