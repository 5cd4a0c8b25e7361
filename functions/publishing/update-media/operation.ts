import * as v from 'valibot';
import { mediaParameter, MEDIA_WRITE } from '#shared/files/http/media-access.ts';
import { descriptionFields, MEDIA_READ_ONLY_FIELDS } from '#shared/files/http/media-body.ts';
import { mediaSchema } from '#shared/files/http/media-view.ts';
import { jsonObject } from '#shared/platform/core/json-object.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';

const path = '/os/api/{workspace}/media/{media}';

export const operation = defineOperation({
  name: 'update-media',
  product: 'publishing',
  summary: 'Update a file',
  description: 'Changes the name or the alternative text. Omitted fields keep their values.',
  routes: [
    { method: 'PATCH', path },
    { method: 'PUT', path },
  ],
  access: MEDIA_WRITE,
  params: { media: mediaParameter },
  uses: ['get-media-records', 'put-media-records'],
  body: jsonObject({
    name: v.optional(descriptionFields.name),
    alt_text: v.optional(descriptionFields.alt_text),
  }),
  readOnlyFields: [...MEDIA_READ_ONLY_FIELDS, 'mime_type', 'size'],
  responses: { 200: v.object({ data: mediaSchema }) },
  errors: ['concurrent_update'],
  examples: [
    {
      summary: 'Add an alternative text',
      body: { alt_text: 'A brass engine, seen from the left' },
    },
  ],
});
