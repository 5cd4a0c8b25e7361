import * as v from 'valibot';
import { jsonObject } from '#shared/platform/core/json-object.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { tagParameter, TAGS_WRITE } from '#shared/publishing/http/tag-access.ts';
import { TAG_READ_ONLY_FIELDS, tagFields } from '#shared/publishing/http/tag-body.ts';
import { tagSchema } from '#shared/publishing/http/tag-view.ts';

const path = '/os/api/{workspace}/tags/{tag}';

export const operation = defineOperation({
  name: 'update-tag',
  product: 'publishing',
  summary: 'Update a tag',
  description: 'Changes the name or the colour. Omitted fields keep their values.',
  routes: [
    { method: 'PATCH', path },
    { method: 'PUT', path },
  ],
  access: TAGS_WRITE,
  params: { tag: tagParameter },
  uses: ['get-tags', 'put-tags'],
  body: jsonObject({ name: v.optional(tagFields.name), hex_color: v.optional(tagFields.hex_color) }),
  readOnlyFields: TAG_READ_ONLY_FIELDS,
  responses: { 200: v.object({ data: tagSchema }) },
  errors: ['concurrent_update'],
  examples: [
    {
      summary: 'Change the colour',
      body: { hex_color: '#16a34a' },
    },
  ],
});
