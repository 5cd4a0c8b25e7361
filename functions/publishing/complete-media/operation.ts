import * as v from 'valibot';
import { mediaParameter, MEDIA_WRITE } from '#shared/files/http/media-access.ts';
import { mediaSchema } from '#shared/files/http/media-view.ts';
import { EMPTY_BODY } from '#shared/platform/http/empty-body.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';

export const operation = defineOperation({
  name: 'complete-media',
  product: 'publishing',
  summary: 'Complete an upload',
  description: 'Checks the uploaded file and makes it available to posts.',
  routes: [{ method: 'POST', path: '/os/api/{workspace}/media/{media}/complete' }],
  access: MEDIA_WRITE,
  params: { media: mediaParameter },
  uses: ['get-media-records', 'put-media-records', 'keep-media', 'delete-media'],
  ...EMPTY_BODY,
  responses: { 200: v.object({ data: mediaSchema }) },
  errors: ['media_not_uploaded', 'concurrent_update'],
  // Copies files of up to 200 MB, which takes S3 seconds; the copy has a shorter timeout than the function.
  timeoutSeconds: 28,
});
