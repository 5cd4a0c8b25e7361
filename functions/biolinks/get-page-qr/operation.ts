import * as v from 'valibot';
import { slugParameter } from '#shared/biolinks/http/public-route.ts';
import { htmlText } from '#shared/platform/http/html-text.ts';
import { anyQuery } from '#shared/platform/http/list-query.ts';
import { defineOperation, type Route } from '#shared/platform/http/operation.ts';

/** The routes for `GET` and `HEAD` of the QR code as a PNG image. */
function pngRoutes(): Route[] {
  const path = '/{slug}/qr.png';
  const docs = {
    id: 'getPageQrPng',
    summary: 'Get the QR code of a page as PNG',
    description:
      'Returns the same QR code as `getPageQr`, as an image of about 1,000 pixels for apps that do not accept SVG.',
    mediaType: 'image/png',
  };
  return [
    { method: 'GET', path, docs },
    { method: 'HEAD', path, docs },
  ];
}

export const operation = defineOperation({
  name: 'get-page-qr',
  product: 'biolinks',
  summary: 'Get the QR code of a page',
  description:
    'Returns an SVG image with the `public_url` of the page, black on white, with the margin that scanners ' +
    'need. Only active pages have one. An earlier slug or domain redirects to the code of the current URL.',
  routes: [
    { method: 'GET', path: '/{slug}/qr.svg' },
    { method: 'HEAD', path: '/{slug}/qr.svg' },
    ...pngRoutes(),
  ],
  access: { kind: 'public' },
  servedAt: 'pages',
  params: { slug: slugParameter },
  query: anyQuery,
  uses: ['get-hosts', 'get-slugs', 'query-pages', 'api-hosts', 'page-host'],
  htmlErrors: true,
  responses: {
    200: v.pipe(v.string(), v.metadata({ mediaType: 'image/svg+xml' })),
    308: null,
    404: htmlText,
    410: htmlText,
  },
});
