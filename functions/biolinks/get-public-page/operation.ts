import { publicBlockParameter, slugParameter } from '#shared/biolinks/http/public-route.ts';
import { htmlText } from '#shared/platform/http/html-text.ts';
import { anyQuery } from '#shared/platform/http/list-query.ts';
import { defineOperation, type Route } from '#shared/platform/http/operation.ts';

/** The routes for `GET` and `HEAD` of the URL to which a form is submitted. */
function formRoutes(form: string, own = ''): Route[] {
  const path = `/{slug}/${form}${own}`;
  const id = `returnFrom${form.charAt(0).toUpperCase()}${form.slice(1)}`;
  const docs = {
    id,
    summary: 'Redirect from a form URL to its page',
    description:
      'A browser sends this request when a visitor reloads the response to a form. The response ' +
      'redirects to the page with status 303.',
    mediaType: 'text/html',
  };
  return [
    { method: 'GET', path, docs },
    { method: 'HEAD', path, docs },
  ];
}

export const operation = defineOperation({
  name: 'get-public-page',
  product: 'biolinks',
  summary: 'View a public page',
  description: 'Returns the page, the password or confirmation form that protects it, or an error page.',
  routes: [
    { method: 'GET', path: '/{slug}' },
    { method: 'HEAD', path: '/{slug}' },
    // The URLs of forms. After a wrong password, the address bar contains such a URL, so visitors open it again.
    ...['unlock', 'acknowledge', 'consent'].flatMap((form) => formRoutes(form)),
    ...formRoutes('subscribe', '/{block}'),
  ],
  access: { kind: 'public' },
  servedAt: 'pages',
  // The block of a sign-up form. The redirect is the same for every block.
  params: { slug: slugParameter, block: publicBlockParameter },
  query: anyQuery,
  uses: [
    'get-hosts',
    'get-slugs',
    'query-pages',
    'batch-get-pixels',
    'get-token-keys',
    'open-page-access-token',
    'get-workspaces',
    'get-visitor-salts',
    'put-visitor-salts',
    'seal-visitor-salt',
    'open-visitor-salt',
    'send-to-visit',
    'api-hosts',
    'page-host',
  ],
  htmlErrors: true,
  responses: { 200: htmlText, 303: null, 304: null, 308: null, 404: htmlText, 410: htmlText },
});
