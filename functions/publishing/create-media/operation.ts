import * as v from 'valibot';
import { MEDIA_WRITE } from '#shared/files/http/media-access.ts';
import {
  declarationFields,
  descriptionFields,
  formFields,
  MEDIA_READ_ONLY_FIELDS,
} from '#shared/files/http/media-body.ts';
import { mediaSchema, uploadSchema } from '#shared/files/http/media-view.ts';
import { jsonObject } from '#shared/platform/core/json-object.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { withDescription } from '#shared/platform/http/with-description.ts';

export const operation = defineOperation({
  name: 'create-media',
  product: 'publishing',
  summary: 'Create a file',
  description:
    'A JSON body returns a URL for the upload. Send the bytes to `upload.url` with the method `upload.method` and exactly ' +
    'the headers in `upload.headers` within 15 minutes, then call `completeMedia`. The maximum size is 5 MB for images, 15 ' +
    'MB for GIFs and 200 MB for videos.\n\nA form (`multipart/form-data`) with the field `file` stores the file at once: the ' +
    'file is `ready`, and the response has no `upload`. The whole form can have at most 4.5 MB. The media type is detected ' +
    'from the bytes, and the media type in the form is ignored.',
  routes: [{ method: 'POST', path: '/os/api/{workspace}/media' }],
  access: MEDIA_WRITE,
  uses: [
    'get-media-records',
    'put-media-records',
    'update-media-records',
    'put-media',
    'store-media',
    'update-quotas',
  ],
  body: jsonObject({
    ...declarationFields,
    name: descriptionFields.name,
    alt_text: v.optional(descriptionFields.alt_text, null),
  }),
  multipart: formFields,
  readOnlyFields: MEDIA_READ_ONLY_FIELDS,
  returnsSecret: true,
  responses: {
    201: v.object({
      data: mediaSchema,
      upload: v.optional(
        withDescription(uploadSchema, 'The upload request; absent if the request was a form'),
      ),
    }),
  },
  errors: ['invalid_format', 'concurrent_update', 'quota_exceeded'],
  examples: [
    {
      summary: 'An image of 48 kB',
      body: { name: 'Engine.png', mime_type: 'image/png', size: 48_213, alt_text: 'A brass engine' },
    },
  ],
});
