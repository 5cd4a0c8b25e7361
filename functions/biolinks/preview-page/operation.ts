import * as v from 'valibot';
import { BLOCK_LIMIT } from '#shared/biolinks/domain/block.ts';
import { previewBlock } from '#shared/biolinks/http/block-body.ts';
import { PAGE_FIELD_ERRORS, pageParameter, PAGES_WRITE } from '#shared/biolinks/http/page-access.ts';
import { pageBody } from '#shared/biolinks/http/page-body.ts';
import { boundedList } from '#shared/platform/core/bounded-list.ts';
import { issue } from '#shared/platform/core/issue.ts';
import { jsonObject } from '#shared/platform/core/json-object.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { timestamp } from '#shared/platform/http/view-field.ts';
import { withDescription } from '#shared/platform/http/with-description.ts';
import { withTitle } from '#shared/platform/http/with-title.ts';

export const operation = defineOperation({
  name: 'preview-page',
  product: 'biolinks',
  summary: 'Preview a page',
  description:
    'Returns a URL that shows the page with these changes for 10 minutes. Nothing is saved. Anyone who has the URL can open it, without ' +
    'the password of the page. A preview has no forms and no pixels, is not counted and not indexed, and only the console can show it ' +
    'in a frame. A workspace has at most 20 previews. Creating a further preview ends the oldest preview.',
  routes: [{ method: 'POST', path: '/api/v1/biolinks/pages/{page}/preview' }],
  access: PAGES_WRITE,
  params: { page: pageParameter },
  uses: [
    'get-pages',
    'query-pages',
    'get-domains',
    'batch-get-pixels',
    'get-preview-lists',
    'put-preview-lists',
    'put-previews',
    'delete-previews',
    'seal-replay',
    'open-replay',
    'page-host',
  ],
  // Each new preview updates one item of its workspace, so concurrent requests conflict.
  retries: 10,
  hasSecretUrl: true,
  optionalBody: true,
  body: jsonObject({
    page: v.optional(
      withDescription(
        pageBody,
        'The changed fields of the page, as for `updatePage`. A password has no effect on the preview',
      ),
    ),
    blocks: v.optional(
      v.pipe(
        boundedList(previewBlock, BLOCK_LIMIT, issue('too_many_items', `Use at most ${BLOCK_LIMIT} blocks.`)),
        v.metadata({ maxItems: BLOCK_LIMIT }),
        v.description(
          'All blocks of the preview, in their order. If `blocks` is omitted, the preview has the saved blocks',
        ),
      ),
    ),
  }),
  responses: {
    // The URL is the last field: the response to a repeated request appends it to the stored body.
    200: v.object({
      data: withDescription(
        withTitle(
          'PagePreview',
          v.object({
            expires_at: withDescription(timestamp, 'When the URL stops working'),
            url: withDescription(v.string(), 'URL of the preview. It is returned only in this response'),
          }),
        ),
        'A preview of a page',
      ),
    }),
  },
  errors: ['out_of_range', ...PAGE_FIELD_ERRORS.filter((code) => code !== 'slug_taken')],
  examples: [
    {
      summary: 'Another tagline and a single link',
      body: {
        page: { tagline: 'Engines and notes' },
        blocks: [{ type: 'link', title: 'My notes', url: 'https://notes.example.com' }],
      },
    },
  ],
});
