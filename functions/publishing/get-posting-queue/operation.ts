import * as v from 'valibot';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { POSTS_READ } from '#shared/publishing/http/post-access.ts';
import { postingQueueSchema, QUEUE_READ_USES } from '#shared/publishing/http/posting-queue-view.ts';

export const operation = defineOperation({
  name: 'get-posting-queue',
  product: 'publishing',
  summary: 'Get the posting queue',
  description:
    'Returns the weekly slots of the workspace, and the next slots with the posts that are scheduled for them. A workspace ' +
    'starts with slots on weekdays at 09:00, 12:00 and 17:00.',
  routes: [{ method: 'GET', path: '/os/api/{workspace}/posting-queue' }],
  access: POSTS_READ,
  uses: QUEUE_READ_USES,
  responses: { 200: v.object({ data: postingQueueSchema }) },
  revisioned: true,
});
