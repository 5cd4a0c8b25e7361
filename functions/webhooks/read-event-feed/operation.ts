import { defineOperation } from '#shared/platform/http/operation.ts';
import { feedPage, feedQuery } from '#shared/webhooks/http/feed-view.ts';
import { WEBHOOK_ACCESS } from '#shared/webhooks/http/webhook-access.ts';

export const operation = defineOperation({
  name: 'read-event-feed',
  product: 'webhooks',
  summary: 'Read the feed of events',
  description:
    'Returns the events of the workspace in the order in which they were dispatched, oldest first, each with the body and the headers of its ' +
    'deliveries. Events are in the feed for 7 days, whether or not an endpoint receives them. A reader that continues with `next_cursor` ' +
    'never skips an event. An event can be returned more than once: use its `id` to process it once. Events of products that the key ' +
    'cannot subscribe to are omitted. With `wait`, the request waits for the next event if a place is free.',
  routes: [{ method: 'GET', path: '/api/v1/workspace-webhooks/feed' }],
  access: WEBHOOK_ACCESS,
  uses: ['query-event-logs', 'get-events', 'get-feed-waits', 'update-feed-waits'],
  query: feedQuery,
  responses: { 200: feedPage },
  exampleQueries: [{ cursor: 'latest', wait: '8' }],
  // A request waits up to 8 seconds for an event.
  timeoutSeconds: 15,
  waits: true,
});
