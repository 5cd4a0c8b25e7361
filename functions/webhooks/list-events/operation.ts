import { defineOperation } from '#shared/platform/http/operation.ts';
import { eventPage, eventQuery } from '#shared/webhooks/http/event-view.ts';
import { WEBHOOK_ACCESS } from '#shared/webhooks/http/webhook-access.ts';

export const operation = defineOperation({
  name: 'list-events',
  product: 'webhooks',
  summary: 'List the events of the workspace',
  description:
    'Returns the events of the last 14 days, newest first, whether or not an endpoint received them; usually within a second ' +
    'after they were recorded. Events of products that the key cannot subscribe to are omitted. The filters are compared with one event ' +
    'after another, so a page can be short, or empty, although `has_more` is true; `searched_until` shows how far the search has come.',
  routes: [{ method: 'GET', path: '/api/v1/events' }],
  access: WEBHOOK_ACCESS,
  uses: ['query-event-logs'],
  query: eventQuery,
  responses: { 200: eventPage },
  exampleQueries: [{ matched: 'false' }],
});
