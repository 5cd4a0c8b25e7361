import { defineOperation } from '#shared/platform/http/operation.ts';
import { tagParameter, TAGS_WRITE } from '#shared/publishing/http/tag-access.ts';

export const operation = defineOperation({
  name: 'delete-tag',
  product: 'publishing',
  summary: 'Delete a tag',
  description: 'Posts keep the ID of the deleted tag. The ID is never reused.',
  routes: [{ method: 'DELETE', path: '/os/api/{workspace}/tags/{tag}' }],
  access: TAGS_WRITE,
  params: { tag: tagParameter },
  checksKeyOnWrite: true,
  uses: ['get-tags', 'delete-tags', 'put-audit-entries', 'update-quotas'],
  responses: { 204: null },
  errors: ['concurrent_update'],
});
