import * as v from 'valibot';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { withDescription } from '#shared/platform/http/with-description.ts';
import {
  POST_FIELD_ERRORS,
  POST_STATE_ERRORS,
  postParameter,
  POSTS_WRITE,
  PUBLISH_IF_SCHEDULED_OR_TIMED,
  READINESS_ERRORS,
} from '#shared/publishing/http/post-access.ts';
import { POST_FIELDS_OWNED_BY, POST_READ_ONLY_FIELDS, postBody } from '#shared/publishing/http/post-body.ts';

export const operation = defineOperation({
  name: 'update-post',
  product: 'publishing',
  summary: 'Update a post',
  description:
    'Replaces the accounts, tags, date, time and versions: omitted fields become empty. A post without accounts becomes a ' +
    'draft. A post without a date and a time becomes a draft too, unless it waits for approval. An edit of an approved ' +
    'post needs a new approval, unless only its tags change. This operation does not schedule the post. With the ' +
    '`revision` of the post as `If-Match`, the update fails if the post has changed since it was read.',
  routes: [{ method: 'PUT', path: '/os/api/{workspace}/posts/{post}' }],
  access: POSTS_WRITE,
  conditionalPermissions: PUBLISH_IF_SCHEDULED_OR_TIMED,
  params: { post: postParameter },
  precondition: 'optional',
  revisionVisibleWith: 'publishing:posts:read',
  uses: [
    'get-posts',
    'put-posts',
    'batch-get-accounts',
    'batch-get-tags',
    'batch-get-media-records',
    'get-workspaces',
    'put-post-times',
    'delete-post-times',
  ],
  body: postBody,
  readOnlyFields: POST_READ_ONLY_FIELDS,
  fieldsOwnedBy: POST_FIELDS_OWNED_BY,
  replaces: true,
  revisioned: true,
  responses: { 200: v.object({ success: withDescription(v.boolean(), 'Always true') }) },
  errors: [...POST_STATE_ERRORS, ...POST_FIELD_ERRORS, ...READINESS_ERRORS],
  examples: [
    {
      summary: 'A draft: omitted fields become empty',
      body: { versions: [{ account_id: 0, is_original: true, content: [{ body: 'An idea' }] }] },
    },
    {
      summary: 'A text for two accounts, with a different version for one',
      body: {
        accounts: [1, 2],
        tags: [1],
        date: '2027-03-14',
        time: '09:30',
        versions: [
          {
            account_id: 0,
            is_original: true,
            content: [{ body: 'We are open again.', url: 'https://example.com/news', media: [] }],
          },
          { account_id: 2, is_original: false, content: [{ body: 'We are open again, @all.' }] },
        ],
      },
    },
  ],
});
