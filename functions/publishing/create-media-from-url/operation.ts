import * as v from 'valibot';
import { MEDIA_WRITE } from '#shared/files/http/media-access.ts';
import { descriptionFields, MEDIA_READ_ONLY_FIELDS } from '#shared/files/http/media-body.ts';
import { downloadIdField, mediaSchema } from '#shared/files/http/media-view.ts';
import { jsonObject } from '#shared/platform/core/json-object.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { withDescription } from '#shared/platform/http/with-description.ts';

export const operation = defineOperation({
  name: 'create-media-from-url',
  product: 'publishing',
  summary: 'Create a file from a URL',
  description:
    'Stores the record of the file with the state `downloading`, and downloads the file after the response. Call ' +
    '`getMedia` until the state is `ready` or `failed`; `failure` then has the reason. The URL must be public and begin ' +
    'with https. The server must return the file without credentials, after at most 3 redirects. Types and sizes have the ' +
    'same limits as for uploads. After a failure that may be temporary, such as a timeout, the download is repeated at ' +
    'most twice.',
  routes: [
    { method: 'POST', path: '/os/api/{workspace}/media/from-url' },
    { method: 'POST', path: '/os/api/{workspace}/media/remote/initiate' },
  ],
  access: MEDIA_WRITE,
  uses: ['put-media-records', 'update-media-records', 'update-quotas', 'check-addresses'],
  body: jsonObject({
    url: v.pipe(
      v.string(),
      v.metadata({ format: 'uri', maxLength: 2048 }),
      v.description('The https URL of the file, without user name, password or fragment'),
    ),
    name: v.optional(
      v.pipe(
        descriptionFields.name,
        v.description('Display name of the file; default: the last segment of the path of the URL'),
      ),
    ),
    alt_text: v.optional(descriptionFields.alt_text, null),
  }),
  readOnlyFields: [...MEDIA_READ_ONLY_FIELDS, 'mime_type', 'size'],
  locatesAccepted: true,
  responses: {
    202: v.object({
      data: mediaSchema,
      status: withDescription(v.literal('pending'), 'Always `pending`, for clients of Mixpost'),
      download_id: downloadIdField,
    }),
  },
  errors: ['invalid_url', 'url_not_https', 'url_not_public', 'concurrent_update', 'quota_exceeded'],
  examples: [
    {
      summary: 'An image on a web server',
      body: { url: 'https://files.example.com/Engine.png', alt_text: 'A brass engine' },
    },
  ],
});
