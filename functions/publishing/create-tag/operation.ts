import * as v from 'valibot';
import { jsonObject } from '#shared/platform/core/json-object.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { TAGS_WRITE } from '#shared/publishing/http/tag-access.ts';
import { DEFAULT_TAG_COLOR, TAG_READ_ONLY_FIELDS, tagFields } from '#shared/publishing/http/tag-body.ts';
import { tagSchema } from '#shared/publishing/http/tag-view.ts';

export const operation = defineOperation({
  name: 'create-tag',
  product: 'publishing',
  summary: 'Create a tag',
  routes: [{ method: 'POST', path: '/os/api/{workspace}/tags' }],
  access: TAGS_WRITE,
  uses: ['put-tags', 'update-tags', 'update-quotas'],
  body: jsonObject({ name: tagFields.name, hex_color: v.optional(tagFields.hex_color, DEFAULT_TAG_COLOR) }),
  readOnlyFields: TAG_READ_ONLY_FIELDS,
  responses: { 201: v.object({ data: tagSchema }) },
  errors: ['concurrent_update', 'quota_exceeded'],
  examples: [{ summary: 'A red tag', body: { name: 'Launch', hex_color: '#dc2626' } }],
});
