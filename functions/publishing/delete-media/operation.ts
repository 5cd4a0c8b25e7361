import { mediaParameter, MEDIA_WRITE } from '#shared/files/http/media-access.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';

export const operation = defineOperation({
  name: 'delete-media',
  product: 'publishing',
  summary: 'Delete a file',
  description: 'A file that a scheduled post uses cannot be deleted.',
  routes: [{ method: 'DELETE', path: '/os/api/{workspace}/media/{media}' }],
  access: MEDIA_WRITE,
  params: { media: mediaParameter },
  checksKeyOnWrite: true,
  uses: [
    'get-media-records',
    'delete-media-records',
    'query-listed-posts',
    'batch-get-posts',
    'put-audit-entries',
    'delete-media',
    'update-quotas',
  ],
  responses: { 204: null },
  errors: ['media_in_use', 'concurrent_update'],
});
