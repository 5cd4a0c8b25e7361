import * as v from 'valibot';
import { mediaParameter, MEDIA_WRITE } from '#shared/files/http/media-access.ts';
import { mediaSchema } from '#shared/files/http/media-view.ts';
import { jsonObject } from '#shared/platform/core/json-object.ts';
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
  body: jsonObject({}),
  optionalBody: true,
  responses: { 200: v.object({ data: mediaSchema }) },
  errors: ['media_not_uploaded', 'concurrent_update'],
  examples: [{ summary: 'Complete the upload', params: { media: '01980000-0000-7000-8000-000000000001' } }],
  // Copies files of up to 200 MB, which takes S3 seconds; the copy has a shorter timeout than the function.
  timeoutSeconds: 28,
});
