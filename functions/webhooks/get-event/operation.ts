import * as v from 'valibot';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { eventWithDeliveriesSchema } from '#shared/webhooks/http/event-view.ts';
import {
  eventIdParameter,
  SUBSCRIBE_TO_EVENT,
  WEBHOOK_ACCESS,
} from '#shared/webhooks/http/webhook-access.ts';

export const operation = defineOperation({
  name: 'get-event',
  product: 'webhooks',
  summary: 'Get an event',
  description:
    'Returns the event with its delivery to each endpoint that it matched, the newest resends of these deliveries, and its payload ' +
    'while the payload is stored. ' +
    'An event can be read for 14 days.',
  routes: [{ method: 'GET', path: '/api/v1/events/{event}' }],
  access: WEBHOOK_ACCESS,
  conditionalPermissions: SUBSCRIBE_TO_EVENT,
  params: { event: eventIdParameter },
  uses: ['get-events', 'get-directories', 'batch-get-endpoints', 'get-deliveries'],
  responses: { 200: v.object({ data: eventWithDeliveriesSchema }) },
  errors: ['product_not_permitted'],
});
