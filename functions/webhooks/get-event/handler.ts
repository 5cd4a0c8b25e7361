import { PRODUCTS } from '#shared/events/catalogue/channels.ts';
import type { EventReader } from '#shared/events/ports/event-store.ts';
import { EVENT_TTL_MS, type RecordedEvent } from '#shared/events/recording/recorded-event.ts';
import { storedPayload } from '#shared/events/recording/stored-payload.ts';
import { notFound } from '#shared/platform/http/not-found.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import { deliveryIdFor } from '#shared/platform/runtime/ids.ts';
import { planDeliveries, toDelivery } from '#shared/webhooks/domain/delivery-message.ts';
import { afterDeletion, type Delivery } from '#shared/webhooks/domain/delivery.ts';
import { canSee, requireProducts } from '#shared/webhooks/domain/endpoint-access.ts';
import { maySubscribe } from '#shared/webhooks/domain/subscribe-permission.ts';
import * as webhooksErrors from '#shared/webhooks/errors.ts';
import { deliveryView } from '#shared/webhooks/http/delivery-view.ts';
import { eventWithDeliveries, MAX_RESENDS } from '#shared/webhooks/http/event-view.ts';
import type { DeliveryReader } from '#shared/webhooks/ports/delivery-store.ts';
import type { EndpointReader } from '#shared/webhooks/ports/endpoint-store.ts';
import type { operation } from './operation.ts';

type Dependencies = {
  readonly events: Pick<EventReader, 'find'>;
  readonly endpoints: Pick<EndpointReader, 'list'>;
  readonly deliveries: Pick<DeliveryReader, 'find' | 'listResends'>;
};

/** No edit of a deleted endpoint changes how a delivery is shown. */
const NO_ENDPOINT = { settingsVersion: 0, enabled: false };

/** Reads an event with its deliveries, whether or not TTL has deleted what has expired. */
export function createHandler({
  events,
  endpoints,
  deliveries,
}: Dependencies): OperationHandler<typeof operation, RecordedEvent> {
  return {
    async load({ principal, params, now }) {
      const event = await events.find(params.event);
      if (!event || event.workspaceId !== principal.workspaceId || isExpired(event, now))
        throw notFound(webhooksErrors.event_not_found);
      requireProducts(principal, [event.product]);
      return event;
    },

    async handle({ principal, resource: event, now }) {
      const all = await endpoints.list(principal.workspaceId);
      // The products of a deleted endpoint are unknown.
      const seesAll = PRODUCTS.every((product) => maySubscribe(principal, product));
      const endpointOf = ({ endpointId }: Delivery) => all.find(({ id }) => id === endpointId);
      const isVisible = (endpointId: string) => {
        const endpoint = all.find(({ id }) => id === endpointId);
        return endpoint ? canSee(principal, endpoint) : seesAll;
      };
      const visible = (await readDeliveries(event)).filter(({ endpointId }) => isVisible(endpointId));
      const filteredOut = event.filteredOut.filter(isVisible);
      const resends = await readResends(visible);
      const view = (delivery: Delivery) => {
        const endpoint = endpointOf(delivery);
        return endpoint
          ? deliveryView(delivery, endpoint)
          : deliveryView(afterDeletion(delivery), NO_ENDPOINT);
      };
      const payload = storedPayload(event, now);
      return {
        status: 200,
        body: {
          data: eventWithDeliveries(event, payload, filteredOut, visible.map(view), resends.map(view)),
        },
      };
    },
  };

  /** The delivery to each matched endpoint. One is not recorded before its first attempt has ended. */
  function readDeliveries(event: RecordedEvent): Promise<Delivery[]> {
    return Promise.all(
      planDeliveries(event, deliveryIdFor).map(async (job) => {
        const planned = toDelivery(job);
        const shards = event.matches.find(({ endpointId }) => endpointId === job.endpointId)?.shards ?? 1;
        const recorded = await deliveries.find({ id: job.endpointId, shards }, job.deliveryId);
        return recorded ?? { ...planned, nextAttemptAt: event.recordedAt };
      }),
    );
  }

  /** The newest resends of each delivery, newest first. */
  async function readResends(originals: readonly Delivery[]): Promise<Delivery[]> {
    const resent = originals.filter(({ lastResendId }) => lastResendId !== null);
    const resends = await Promise.all(
      resent.map((original) => deliveries.listResends(original, MAX_RESENDS)),
    );
    return resends.flat().toSorted((left, right) => (left.id < right.id ? 1 : -1));
  }
}

function isExpired({ recordedAt }: RecordedEvent, now: Date): boolean {
  return now.getTime() - recordedAt.getTime() >= EVENT_TTL_MS;
}
