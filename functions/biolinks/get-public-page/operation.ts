import { defineOperation, type Route } from '#shared/platform/http/operation.ts';
import { htmlText, slugParameter } from '#shared/biolinks/http/public-route.ts';
import { anyQuery } from '#shared/platform/http/list-query.ts';

/** The address of a form, to be looked at. */
function addressOfForm(form: string): Route[] {
  const path = `/{slug}/${form}`;
  const id = `returnFrom${form.charAt(0).toUpperCase()}${form.slice(1)}`;
  const shown = {
    id,
    summary: 'Lead back to the page from the address of its form',
    description: 'A browser that reloads what a form answered asks for this; the answer is 303 to the page.',
    mediaType: 'text/html',
  };
  return [
    { method: 'GET', path, shown },
    { method: 'HEAD', path, shown },
  ];
}

export const operation = defineOperation({
  name: 'get-public-page',
  product: 'biolinks',
  summary: 'Show a bio-link page to a visitor, or its gate, or a friendly page that there is none',
  routes: [
    { method: 'GET', path: '/{slug}' },
    { method: 'HEAD', path: '/{slug}' },
    // Where forms are sent: after a wrong password it is what the address bar says, so people come back to it.
    ...['unlock', 'acknowledge', 'consent'].flatMap(addressOfForm),
  ],
  access: { kind: 'public' },
  params: { slug: slugParameter },
  query: anyQuery,
  uses: ['read-pages', 'read-pixels', 'open-page-pass'],
  refusesInHtml: true,
  answers: { 200: htmlText, 303: null, 304: null, 308: null, 404: htmlText, 410: htmlText },
  errors: [],
  examples: [{ summary: 'The page of the demo workspace', params: { slug: 'demo' } }],
});
