import * as biolinksErrors from '#shared/biolinks/errors.ts';
import { slugParameter } from '#shared/biolinks/http/public-route.ts';
import { htmlText } from '#shared/platform/http/html-text.ts';
import { anyQuery } from '#shared/platform/http/list-query.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';

export const operation = defineOperation({
  name: 'get-page-preview',
  product: 'biolinks',
  summary: 'View a preview of a page',
  description:
    'Returns the page as `previewPage` received it, or an error page after the preview has ended, or if the page was deleted or disabled.',
  routes: [
    { method: 'GET', path: '/{slug}/preview/{token}' },
    { method: 'HEAD', path: '/{slug}/preview/{token}' },
  ],
  access: { kind: 'public' },
  servedAt: 'pages',
  params: {
    slug: slugParameter,
    token: {
      form: 'text',
      notFound: biolinksErrors.page_not_found,
      example: 'kfnUPvmBFnCQk2rJ1o8uWdK7vq1Zk4cTnG9rX5m0a8Q',
    },
  },
  query: anyQuery,
  uses: ['get-previews', 'get-pages', 'api-hosts', 'console-frames', 'page-host'],
  htmlErrors: true,
  responses: { 200: htmlText, 404: htmlText, 410: htmlText },
});
