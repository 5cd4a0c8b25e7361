import * as v from 'valibot';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { tagParameter, TAGS_READ } from '#shared/publishing/http/tag-access.ts';
import { tagSchema } from '#shared/publishing/http/tag-view.ts';

export const operation = defineOperation({
  name: 'get-tag',
  product: 'publishing',
  summary: 'Get a tag',
  routes: [{ method: 'GET', path: '/os/api/{workspace}/tags/{tag}' }],
  access: TAGS_READ,
  params: { tag: tagParameter },
  uses: ['get-tags'],
  responses: { 200: v.object({ data: tagSchema }) },
});
