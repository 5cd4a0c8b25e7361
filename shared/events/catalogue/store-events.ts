import { type CatalogueEvent, catalogueEvent, shortName } from './catalogue-event.ts';
import { ANY_CHANNEL, type ChannelRules, ONLY_ALL } from './channel-rules.ts';
import { contact, order } from './data-objects.ts';
import type { EventName } from './event-codes.ts';
import { constant, type Field, required, withDescription } from './field.ts';
import { sampleContact, sampleOrder } from './samples.ts';

type StoreEventName = Extract<EventName, `salesbot.store.${string}`>;

type StoreRow = {
  readonly name: StoreEventName;
  readonly title: string;
  readonly description: string;
  readonly orderStatus: string;
  /** The required objects of the event. */
  readonly needs: { readonly contact?: Field; readonly order?: Field };
  readonly channels: ChannelRules;
};

const aboutOrder = { needs: { order: required(order) }, channels: ANY_CHANNEL };
const aboutCustomer = { needs: { contact: required(contact) }, channels: ANY_CHANNEL };
const aboutStock = { needs: {}, channels: ONLY_ALL };

/** Store events. Each contains `event`, `contact` and `order`. */
export const STORE_EVENTS: readonly CatalogueEvent[] = [
  storeEvent({
    ...aboutOrder,
    name: 'salesbot.store.order_created',
    title: 'Order created',
    description: 'A customer places an order.',
    orderStatus: 'created',
  }),
  storeEvent({
    ...aboutOrder,
    name: 'salesbot.store.order_paid',
    title: 'Order paid',
    description: 'An order is paid in full.',
    orderStatus: 'paid',
  }),
  storeEvent({
    ...aboutOrder,
    name: 'salesbot.store.payment_failed',
    title: 'Order payment failed',
    description: 'The payment of an order is declined.',
    orderStatus: 'payment_failed',
  }),
  storeEvent({
    ...aboutOrder,
    name: 'salesbot.store.checkout_abandoned',
    title: 'Checkout abandoned',
    description: 'A customer leaves the checkout without paying.',
    orderStatus: 'abandoned',
  }),
  storeEvent({
    ...aboutOrder,
    name: 'salesbot.store.order_fulfilled',
    title: 'Order fulfilled',
    description: 'All items of an order are shipped or handed over.',
    orderStatus: 'fulfilled',
  }),
  storeEvent({
    ...aboutOrder,
    name: 'salesbot.store.order_cancelled',
    title: 'Order cancelled',
    description: 'An order is cancelled.',
    orderStatus: 'cancelled',
  }),
  storeEvent({
    ...aboutOrder,
    name: 'salesbot.store.order_refunded',
    title: 'Order refunded',
    description: 'An order is refunded to the customer.',
    orderStatus: 'refunded',
  }),
  storeEvent({
    ...aboutStock,
    name: 'salesbot.store.product_back_in_stock',
    title: 'Product back in stock',
    description: 'A product that was sold out can be ordered again.',
    orderStatus: 'awaiting_stock',
  }),
  storeEvent({
    ...aboutStock,
    name: 'salesbot.store.inventory_low',
    title: 'Inventory low',
    description: 'The stock of a product falls below its threshold.',
    orderStatus: 'paid',
  }),
  storeEvent({
    ...aboutCustomer,
    name: 'salesbot.store.customer_milestone',
    title: 'Customer milestone',
    description: 'A customer reaches a milestone, such as the tenth order.',
    orderStatus: 'paid',
  }),
];

function storeEvent({ needs, orderStatus, ...row }: StoreRow): CatalogueEvent {
  const event = shortName(row.name);
  return catalogueEvent({
    ...row,
    group: 'Store',
    data: {
      event: withDescription(constant(event), 'Name of the event without `salesbot.`'),
      contact,
      order,
      ...needs,
    },
    sample: { event, contact: sampleContact, order: { ...sampleOrder, status: orderStatus } },
  });
}
