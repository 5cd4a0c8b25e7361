import { MEDIA_READ } from '#shared/files/http/media-access.ts';
import { mediaSchema } from '#shared/files/http/media-view.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { namedItemsQuery } from '#shared/publishing/http/list-filters.ts';
import { numberedPageOf } from '#shared/publishing/http/numbered-page.ts';

export const operation = defineOperation({
  name: 'list-media',
  product: 'publishing',
  summary: 'List files',
  description: 'Returns the files of the media library, newest first.',
  routes: [{ method: 'GET', path: '/os/api/{workspace}/media' }],
  access: MEDIA_READ,
  uses: ['query-media-records'],
  query: namedItemsQuery,
  responses: { 200: numberedPageOf(mediaSchema) },
  exampleQueries: [{ limit: '10' }],
});
