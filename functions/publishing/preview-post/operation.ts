import * as v from 'valibot';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { count } from '#shared/platform/http/view-field.ts';
import { withDescription } from '#shared/platform/http/with-description.ts';
import { withTitle } from '#shared/platform/http/with-title.ts';
import { POST_FIELD_ERRORS, POSTS_WRITE } from '#shared/publishing/http/post-access.ts';
import { POST_FIELDS_OWNED_BY, POST_READ_ONLY_FIELDS, postBody } from '#shared/publishing/http/post-body.ts';
import { accountPreviewSchema } from '#shared/publishing/http/post-preview-view.ts';
import { warningsSchema } from '#shared/publishing/http/post-view.ts';

export const operation = defineOperation({
  name: 'preview-post',
  product: 'publishing',
  summary: 'Preview a post',
  description:
    'Returns what each account would get. `warnings` has the validation errors that scheduling the post would return. ' +
    'Nothing is saved. The lengths are counted as each social network counts them.',
  routes: [{ method: 'POST', path: '/os/api/{workspace}/posts/preview' }],
  access: POSTS_WRITE,
  uses: ['batch-get-accounts', 'batch-get-tags', 'batch-get-media-records', 'get-workspaces'],
  body: postBody,
  readOnlyFields: POST_READ_ONLY_FIELDS,
  fieldsOwnedBy: POST_FIELDS_OWNED_BY,
  responses: {
    200: v.object({
      data: withDescription(
        withTitle(
          'PostPreview',
          v.object({
            accounts: withDescription(
              v.array(accountPreviewSchema),
              'What each account would get, in the order of the accounts',
            ),
            warnings: warningsSchema,
            warnings_total: withDescription(
              count,
              'Number of all warnings, including those that are not listed',
            ),
          }),
        ),
        'A post as it would be published',
      ),
    }),
  },
  errors: [...POST_FIELD_ERRORS],
  examples: [
    {
      summary: 'An idea without accounts',
      body: { versions: [{ account_id: 0, is_original: true, content: [{ body: 'An idea' }] }] },
    },
    {
      summary: 'A text for two accounts',
      body: {
        accounts: [1, 2],
        versions: [{ account_id: 0, is_original: true, content: [{ body: 'We are open again.' }] }],
      },
    },
  ],
});
