import * as v from 'valibot';
import { defineOperation } from '#shared/platform/http/operation.ts';
import * as publishingErrors from '#shared/publishing/errors.ts';
import { POSTS_READ } from '#shared/publishing/http/post-access.ts';
import { postRemovalSchema } from '#shared/publishing/http/removal-view.ts';

export const operation = defineOperation({
  name: 'get-post-removal',
  product: 'publishing',
  summary: 'Get the removal of a post',
  description:
    'Returns the removal of a post from social networks, with the outcome for each account. A removal can be read until 30 ' +
    'days after its last account has ended, also if the post was permanently deleted.',
  routes: [{ method: 'GET', path: '/os/api/{workspace}/posts/removals/{post}' }],
  access: POSTS_READ,
  params: { post: { form: 'uuid', notFound: publishingErrors.removal_not_found } },
  uses: ['get-post-removals'],
  responses: { 200: v.object({ data: postRemovalSchema }) },
});
