import * as v from 'valibot';
import { mediaParameter, MEDIA_READ } from '#shared/files/http/media-access.ts';
import { mediaSchema } from '#shared/files/http/media-view.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { withDescription } from '#shared/platform/http/with-description.ts';

export const operation = defineOperation({
  name: 'get-media',
  product: 'publishing',
  summary: 'Get a file',
  description: 'The response contains a URL to download the file, valid for one hour.',
  routes: [{ method: 'GET', path: '/os/api/{workspace}/media/{media}' }],
  access: MEDIA_READ,
  params: { media: mediaParameter },
  uses: ['get-media-records', 'read-media'],
  returnsSecret: true,
  responses: {
    200: v.object({
      data: withDescription(
        v.object({
          ...mediaSchema.entries,
          url: withDescription(
            v.nullable(v.string()),
            'URL to download the file, valid for one hour. It needs no credential. Null until the file is ' +
              '`ready`',
          ),
        }),
        'The file, with its download URL',
      ),
    }),
  },
});
