import { type CatalogueEvent, type Channel, findEvent } from '#shared/events/catalogue/event-catalogue.ts';
import { sampleEnvelope } from '#shared/events/catalogue/event-sample.ts';
import * as eventsErrors from '#shared/events/errors.ts';
import type { RecordedEvent } from '#shared/events/recording/recorded-event.ts';
import type { ErrorKind } from '#shared/platform/core/error-kind.ts';
import { type ErrorCode, ValidationError } from '#shared/platform/core/errors.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import { deliveryIdFor, newId } from '#shared/platform/runtime/ids.ts';
import { planDeliveries, toDelivery } from '#shared/webhooks/domain/delivery-message.ts';
import type { Endpoint } from '#shared/webhooks/domain/endpoint.ts';
import { requireEnabled } from '#shared/webhooks/domain/require-enabled.ts';
import * as webhooksErrors from '#shared/webhooks/errors.ts';
import { deliveryView } from '#shared/webhooks/http/delivery-view.ts';
import { loadEndpoint } from '#shared/webhooks/http/load-endpoint.ts';
import type { DeliveryRequests } from '#shared/webhooks/ports/delivery-requests.ts';
import type { EndpointReader } from '#shared/webhooks/ports/endpoint-store.ts';
import type { operation } from './operation.ts';

type Dependencies = {
  readonly endpoints: Pick<EndpointReader, 'find'>;
  readonly requests: Pick<DeliveryRequests, 'requestEvent'>;
};

/** Sends the sample of an event through the normal pipeline, retries included, marked `test: true`. */
export function createHandler({
  endpoints,
  requests,
}: Dependencies): OperationHandler<typeof operation, Endpoint> {
  return {
    load: (request) => loadEndpoint(endpoints, request),

    async handle({ resource: endpoint, body, now, requestId, command }) {
      const { event, channel } = subscribedEvent(endpoint, body.event);
      requireEnabled(endpoint);
      const id = newId(now);
      const recorded: RecordedEvent = {
        id,
        workspaceId: endpoint.workspaceId,
        event: event.name,
        product: event.product,
        // A subscription to one channel matches only events with this channel. Without the channel, the delivery could not
        // be resent.
        channel: channel === 'all' ? null : channel,
        test: true,
        body: JSON.stringify(
          sampleEnvelope(event, { id, workspaceId: endpoint.workspaceId, occurredAt: now }, channel),
        ),
        matches: [
          {
            endpointId: endpoint.id,
            settingsVersion: endpoint.settingsVersion,
            shards: endpoint.shards,
          },
        ],
        filteredOut: [],
        recordedAt: now,
        correlationId: requestId,
      };
      const [job] = planDeliveries(recorded, deliveryIdFor);
      if (!job) throw new Error('A test event must match its endpoint');
      const delivery = { ...toDelivery(job), nextAttemptAt: now };
      const response = { status: 202, body: { data: deliveryView(delivery, endpoint) } };
      await requests.requestEvent(recorded, delivery, await command(response));
      return response;
    },
  };
}

/** The event to send with its channel: the requested event, or the first subscribed one. */
function subscribedEvent(
  { subscriptions }: Endpoint,
  name: string | undefined,
): { event: CatalogueEvent; channel: Channel } {
  const event = findEvent(name ?? subscriptions[0]?.event ?? '');
  if (!event)
    throw rejection(
      eventsErrors.event_unknown,
      'No event has this name. The operation listAvailableEvents returns all names.',
    );
  const subscription = subscriptions.find((each) => each.event === event.name);
  if (subscription) return { event, channel: subscription.channel };
  throw rejection(
    webhooksErrors.event_not_subscribed,
    'The endpoint does not subscribe to this event. Use one of its events, or add the subscription first.',
  );
}

function rejection(error: ErrorKind<ErrorCode>, detail: string): ValidationError {
  return new ValidationError([{ pointer: '#/event', ...error(), detail }]);
}
