import * as v from 'valibot';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { POST_FIELD_ERRORS, POSTS_WRITE, PUBLISH_IF_TIMED } from '#shared/publishing/http/post-access.ts';
import { POST_FIELDS_OWNED_BY, POST_READ_ONLY_FIELDS, postBody } from '#shared/publishing/http/post-body.ts';
import { postSchema } from '#shared/publishing/http/post-view.ts';

export const operation = defineOperation({
  name: 'create-post',
  product: 'publishing',
  summary: 'Create a post',
  description:
    'The post is created as a draft. Omitted fields are empty. The date and time have no effect until ' +
    'the post is scheduled.',
  routes: [{ method: 'POST', path: '/os/api/{workspace}/posts' }],
  access: POSTS_WRITE,
  conditionalPermissions: PUBLISH_IF_TIMED,
  uses: [
    'put-posts',
    'batch-get-accounts',
    'batch-get-tags',
    'batch-get-media-records',
    'get-workspaces',
    'get-quotas',
    'update-quotas',
  ],
  body: postBody,
  readOnlyFields: POST_READ_ONLY_FIELDS,
  fieldsOwnedBy: POST_FIELDS_OWNED_BY,
  responses: { 201: v.object({ data: postSchema }) },
  errors: [...POST_FIELD_ERRORS, 'concurrent_update', 'quota_exceeded'],
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
  ],
});
