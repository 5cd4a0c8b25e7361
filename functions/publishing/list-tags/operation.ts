import { defineOperation } from '#shared/platform/http/operation.ts';
import { namedItemsQuery } from '#shared/publishing/http/list-filters.ts';
import { numberedPageOf } from '#shared/publishing/http/numbered-page.ts';
import { TAGS_READ } from '#shared/publishing/http/tag-access.ts';
import { tagSchema } from '#shared/publishing/http/tag-view.ts';

export const operation = defineOperation({
  name: 'list-tags',
  product: 'publishing',
  summary: 'List tags',
  description: 'Returns the tags of the workspace, newest first.',
  routes: [{ method: 'GET', path: '/os/api/{workspace}/tags' }],
  access: TAGS_READ,
  uses: ['query-tags'],
  query: namedItemsQuery,
  responses: { 200: numberedPageOf(tagSchema) },
});
