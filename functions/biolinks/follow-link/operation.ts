import * as biolinksErrors from '#shared/biolinks/errors.ts';
import { publicBlockParameter, slugParameter } from '#shared/biolinks/http/public-route.ts';
import { htmlText } from '#shared/platform/http/html-text.ts';
import { anyQuery } from '#shared/platform/http/list-query.ts';
import { defineOperation, type Route } from '#shared/platform/http/operation.ts';

/** The routes for the links of a block of profiles. */
function itemRoutes(): Route[] {
  const path = '/{slug}/go/{block}/{item}';
  const docs = {
    id: 'followProfileLink',
    summary: 'Follow the link to a profile',
    description:
      'The same as `followLink` for one profile of a block of profiles. `item` is the network of the profile, such as ' +
      '`instagram`, or `instagram-2` for the second profile of that network in the block.',
    mediaType: 'text/html',
  };
  return [
    { method: 'GET', path, docs },
    { method: 'HEAD', path, docs },
  ];
}

export const operation = defineOperation({
  name: 'follow-link',
  product: 'biolinks',
  summary: 'Follow a link of a page',
  description:
    'Counts a click and redirects to the URL of the block, with the campaign parameters of the page. Visitors of a page with a ' +
    'password or a content warning need the same cookie as for the page; without it the response redirects to the page. A block ' +
    'that visitors do not see at the moment is not found.',
  routes: [
    { method: 'GET', path: '/{slug}/go/{block}' },
    { method: 'HEAD', path: '/{slug}/go/{block}' },
    ...itemRoutes(),
  ],
  access: { kind: 'public' },
  servedAt: 'pages',
  params: {
    slug: slugParameter,
    block: publicBlockParameter,
    item: { form: 'text', notFound: biolinksErrors.page_not_found, example: 'instagram' },
  },
  query: anyQuery,
  uses: [
    'get-hosts',
    'get-slugs',
    'query-pages',
    'get-token-keys',
    'open-page-access-token',
    'get-workspaces',
    'send-to-visit',
    'api-hosts',
    'page-host',
  ],
  htmlErrors: true,
  responses: { 303: null, 404: htmlText, 410: htmlText },
});
