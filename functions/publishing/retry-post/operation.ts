import { EMPTY_BODY } from '#shared/platform/http/empty-body.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { accountParameter } from '#shared/publishing/http/account-access.ts';
import {
  CONTENT_ERRORS,
  POST_STATE_ERRORS,
  postParameter,
  POSTS_PUBLISH,
  SCHEDULE_USES,
} from '#shared/publishing/http/post-access.ts';
import { schedulingSchema } from '#shared/publishing/http/scheduling-response.ts';

export const operation = defineOperation({
  name: 'retry-post',
  product: 'publishing',
  summary: 'Publish a failed post again to one account',
  description:
    'Publishes the post now to one of the accounts on which publishing failed. A thread continues after its last published ' +
    'post. The other accounts on which publishing failed stay failed, and the post stays failed until all of its accounts ' +
    'have it.',
  routes: [{ method: 'POST', path: '/os/api/{workspace}/posts/retry/{post}/{account}' }],
  access: POSTS_PUBLISH,
  params: {
    post: postParameter,
    account: { ...accountParameter, example: '01980000-0000-7000-8000-000000000002' },
  },
  uses: [...SCHEDULE_USES, 'get-accounts'],
  checksKeyOnWrite: true,
  ...EMPTY_BODY,
  responses: { 200: schedulingSchema },
  errors: [...POST_STATE_ERRORS, ...CONTENT_ERRORS, 'post_already_published', 'post_not_failed'],
});
