import type { EventName } from '#shared/events/catalogue/event-codes.ts';

export type ExampleEndpoint = {
  readonly name: string;
  readonly description: string;
  /** Path at the receiver of the local stack, which decides how it responds. */
  readonly path: string;
  /** The path after the owner of the receiver has changed it, as the example shows. */
  readonly laterPath?: string;
  readonly enabled: boolean;
  readonly subscriptions: readonly { readonly event: EventName; readonly channel?: 'whatsapp' }[];
};

/** One endpoint for each situation that the console shows. */
export const EXAMPLE_ENDPOINTS = {
  orders: {
    name: 'Order service',
    description: 'Packs what customers have ordered.',
    path: '/hooks/example/orders',
    enabled: true,
    subscriptions: [
      { event: 'salesbot.store.order_created' },
      { event: 'salesbot.store.order_paid' },
      { event: 'salesbot.store.order_fulfilled' },
    ],
  },
  healthy: {
    name: 'CRM',
    description: 'Copies contacts and their messages.',
    path: '/hooks/example/crm',
    enabled: true,
    subscriptions: [
      { event: 'salesbot.contact.created' },
      { event: 'salesbot.contact.tagged' },
      { event: 'salesbot.contact.stage_changed' },
      { event: 'salesbot.conversation.assigned' },
      { event: 'salesbot.message.received' },
    ],
  },
  failing: {
    name: 'Accounting',
    description: 'Responded with 401 until its key was renewed, and has been overloaded since then.',
    path: '/status/503',
    enabled: true,
    subscriptions: [
      { event: 'salesbot.store.order_paid' },
      { event: 'salesbot.store.order_refunded' },
      { event: 'salesbot.payment.succeeded' },
      { event: 'salesbot.payment.failed' },
    ],
  },
  hanging: {
    name: 'Warehouse',
    description: 'Accepts the connection and never responds.',
    path: '/hang',
    enabled: true,
    subscriptions: [{ event: 'salesbot.store.order_fulfilled' }, { event: 'salesbot.store.inventory_low' }],
  },
  recovered: {
    name: 'Newsletter',
    description:
      'Had a wrong path until its URL was edited. The failed deliveries were recovered. Each delivery now succeeds at its second attempt.',
    path: '/status/404',
    laterPath: '/flaky?fail=1',
    enabled: true,
    subscriptions: [
      { event: 'salesbot.contact.tagged' },
      { event: 'salesbot.message.delivered', channel: 'whatsapp' },
    ],
  },
  paused: {
    name: 'Old till',
    description: 'Replaced by the accounting system.',
    path: '/hooks/example/till',
    enabled: false,
    subscriptions: [{ event: 'salesbot.store.order_created' }],
  },
} as const satisfies Record<string, ExampleEndpoint>;
