import * as v from 'valibot';
import { ANALYTICS_READ, analyticsQuery, analyticsSchema } from '#shared/biolinks/http/analytics-view.ts';
import { pageParameter } from '#shared/biolinks/http/page-access.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';

export const operation = defineOperation({
  name: 'get-page-analytics',
  product: 'biolinks',
  summary: 'Get the analytics of a page',
  description:
    'Returns how often people opened the page and followed its links, by day, link, referrer or kind of device. A visit is counted ' +
    'within about two minutes. Bots, previews and requests that only preload the page are not counted. Clicks are counted on links ' +
    'to web addresses, except on profiles of Mastodon, Threads and GitHub and on websites in a block of profiles: these links lead ' +
    'directly to the profile, so that it can verify the page. Links to e-mail addresses and phone numbers are not counted either. ' +
    'The platform stores no address, cookie or other mark of a visitor.',
  routes: [{ method: 'GET', path: '/api/v1/biolinks/pages/{page}/analytics' }],
  access: ANALYTICS_READ,
  params: { page: pageParameter },
  query: analyticsQuery,
  uses: ['get-pages', 'get-workspaces', 'query-page-days'],
  responses: { 200: v.object({ data: analyticsSchema }) },
  errors: ['out_of_range'],
  exampleQueries: [{ group: 'block' }],
});
