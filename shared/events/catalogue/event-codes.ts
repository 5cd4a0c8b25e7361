import type { Product } from './channels.ts';

/**
 * The storage code of every event name: two base36 characters, assigned by hand. Stored subscription lists contain these
 * codes, so a code is never changed and never reused. The order is that of the specification.
 */
export const EVENT_CODES = {
  'publishing.account.added': 'p1',
  'publishing.account.updated': 'p2',
  'publishing.account.deleted': 'p3',
  'publishing.post.scheduled': 'p4',
  'publishing.post.published': 'p5',
  'publishing.post.publishing_failed': 'p6',
  'publishing.post.deleted': 'p7',

  'salesbot.contact.created': 'c1',
  'salesbot.contact.updated': 'c2',
  'salesbot.contact.tagged': 'c3',
  'salesbot.contact.untagged': 'c4',
  'salesbot.contact.stage_changed': 'c5',
  'salesbot.contact.date_reached': 'c6',

  'salesbot.message.received': 'm1',
  'salesbot.conversation.assigned': 'v1',
  'salesbot.conversation.closed': 'v2',
  'salesbot.message.sent': 'm2',
  'salesbot.message.delivered': 'm3',
  'salesbot.message.read_or_seen': 'm4',
  'salesbot.message.failed': 'm5',

  'salesbot.automation.triggered': 'a1',
  'salesbot.automation.completed': 'a2',
  'salesbot.automation.failed': 'a3',

  'salesbot.broadcast.sent': 'b1',
  'salesbot.broadcast.completed': 'b2',
  'salesbot.broadcast.failed': 'b3',

  'salesbot.payment.succeeded': 'y1',
  'salesbot.payment.failed': 'y2',
  'salesbot.payment.refunded': 'y3',

  'salesbot.booking.created': 'k1',
  'salesbot.booking.rescheduled': 'k2',
  'salesbot.booking.cancelled': 'k3',

  'salesbot.store.order_created': 's1',
  'salesbot.store.order_paid': 's2',
  'salesbot.store.payment_failed': 's3',
  'salesbot.store.checkout_abandoned': 's4',
  'salesbot.store.order_fulfilled': 's5',
  'salesbot.store.order_cancelled': 's6',
  'salesbot.store.order_refunded': 's7',
  'salesbot.store.product_back_in_stock': 's8',
  'salesbot.store.inventory_low': 's9',
  'salesbot.store.customer_milestone': 'sa',
} as const;

/** Name of one of the 42 events of the specification. */
export type EventName = keyof typeof EVENT_CODES;

/** Whether a string is the name of an event. */
export function isEventName(name: string): name is EventName {
  return Object.hasOwn(EVENT_CODES, name);
}

/** The product that emits an event, also for a name that the catalogue no longer has. */
export function productOf(name: string): Product {
  return name.startsWith('publishing.') ? 'publishing' : 'salesbot';
}
