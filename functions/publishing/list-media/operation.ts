import { strictFields } from '#shared/platform/core/json-object.ts';
import { pageOf, pageParameters } from '#shared/platform/http/list-query.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { MEDIA_READ } from '#shared/publishing/http/media-access.ts';
import { mediaSchema } from '#shared/publishing/http/media-view.ts';

export const operation = defineOperation({
  name: 'list-media',
  product: 'publishing',
  summary: 'List files',
  description: 'Returns the files of the media library, newest first.',
  routes: [{ method: 'GET', path: '/os/api/{workspace}/media' }],
  access: MEDIA_READ,
  uses: ['query-media-records'],
  query: strictFields(pageParameters),
  responses: { 200: pageOf(mediaSchema) },
  errors: ['cursor_invalid'],
  examples: [{ summary: 'The ten newest files', query: { limit: '10' } }],
});
