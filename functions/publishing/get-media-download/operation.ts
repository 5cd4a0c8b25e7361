import { mediaParameter, MEDIA_READ } from '#shared/files/http/media-access.ts';
import { downloadSchema } from '#shared/files/http/media-view.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';

export const operation = defineOperation({
  name: 'get-media-download',
  product: 'publishing',
  summary: 'Get the status of a download',
  description:
    'Returns the status of a download in the form of Mixpost. `getMedia` returns the same file in the form of this API, ' +
    'and also the code of a failure.',
  routes: [{ method: 'GET', path: '/os/api/{workspace}/media/remote/{media}/status' }],
  access: MEDIA_READ,
  params: { media: mediaParameter },
  uses: ['get-media-records'],
  responses: { 200: downloadSchema },
});
