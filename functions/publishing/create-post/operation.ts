import * as v from 'valibot';
import { defineOperation } from '#shared/platform/http/operation.ts';
import {
  POST_FIELD_ERRORS,
  POSTS_WRITE,
  PUBLISH_IF_TIMED_OR_SCHEDULED,
  SCHEDULE_ERRORS,
} from '#shared/publishing/http/post-access.ts';
import {
  NEW_POST_FIELDS_OWNED_BY,
  POST_READ_ONLY_FIELDS,
  newPostBody,
} from '#shared/publishing/http/post-body.ts';
import { postSchema } from '#shared/publishing/http/post-view.ts';

export const operation = defineOperation({
  name: 'create-post',
  product: 'publishing',
  summary: 'Create a post',
  description:
    'Creates a draft. If `schedule`, `schedule_now` or `queue` is true, the request creates and schedules the post in one ' +
    'step. If the post cannot be scheduled, it is not created. Omitted fields are empty. The date and time of a draft have ' +
    'no effect until the post is scheduled.',
  routes: [{ method: 'POST', path: '/os/api/{workspace}/posts' }],
  access: POSTS_WRITE,
  conditionalPermissions: PUBLISH_IF_TIMED_OR_SCHEDULED,
  checksKeyOnWrite: 'some',
  uses: [
    'put-posts',
    'batch-get-accounts',
    'batch-get-tags',
    'batch-get-media-records',
    'get-workspaces',
    'get-directories',
    'put-events',
    'get-posting-queues',
    'query-post-times',
    'put-post-times',
    'get-quotas',
    'update-quotas',
  ],
  body: newPostBody,
  readOnlyFields: POST_READ_ONLY_FIELDS,
  fieldsOwnedBy: NEW_POST_FIELDS_OWNED_BY,
  responses: { 201: v.object({ data: postSchema }) },
  errors: [
    ...POST_FIELD_ERRORS,
    ...SCHEDULE_ERRORS,
    'schedule_conflict',
    'slot_unavailable',
    'concurrent_update',
    'quota_exceeded',
  ],
  examples: [
    {
      summary: 'A draft without accounts',
      body: { versions: [{ account_id: 0, is_original: true, content: [{ body: 'An idea' }] }] },
    },
    {
      summary: 'A thread for one account, with a date and a time',
      body: {
        accounts: [1],
        date: '2027-03-14',
        time: '09:30',
        versions: [
          {
            account_id: 0,
            is_original: true,
            content: [{ body: 'Three things we learned.' }, { body: 'First: measure.' }],
            options: { mastodon: { sensitive: false } },
          },
        ],
      },
    },
    {
      summary: 'A post for the next free slot of the posting queue',
      body: {
        accounts: [1],
        queue: true,
        versions: [{ account_id: 0, is_original: true, content: [{ body: 'Good morning.' }] }],
      },
    },
    {
      summary: 'A post that is scheduled at once, in another time zone',
      body: {
        accounts: [1],
        schedule: true,
        date: '2027-03-14',
        time: '09:30',
        timezone: 'America/New_York',
        versions: [{ account_id: 0, is_original: true, content: [{ body: 'We are open again.' }] }],
      },
    },
  ],
});
