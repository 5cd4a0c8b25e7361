import { PIXELS_READ } from '#shared/biolinks/http/pixel-access.ts';
import { pixelSchema } from '#shared/biolinks/http/pixel-view.ts';
import { strictFields } from '#shared/platform/core/json-object.ts';
import { pageOf, pageParameters } from '#shared/platform/http/list-query.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';

export const operation = defineOperation({
  name: 'list-pixels',
  product: 'biolinks',
  summary: 'List tracking pixels',
  description: 'Returns the tracking pixels of the workspace, newest first.',
  routes: [{ method: 'GET', path: '/api/v1/biolinks/pixels' }],
  access: PIXELS_READ,
  uses: ['query-pixels'],
  query: strictFields(pageParameters),
  responses: { 200: pageOf(pixelSchema) },
});
