import { createHash } from 'node:crypto';
import type { EventName } from '#shared/events/catalogue/event-codes.ts';

/** The body of a request that ingests an event. */
export type ExampleEvent = {
  readonly event: EventName;
  readonly channel?: string;
  readonly data: Readonly<Record<string, unknown>>;
};

/** Name, channel and first message of each contact. Phone numbers are from the range reserved for fiction. */
const CUSTOMERS = [
  ['Maya Lindqvist', 'whatsapp', 'Hello! Is the blue lamp back in stock?'],
  ['Tomás Ferreira', 'instagram', 'Do you ship to Porto?'],
  ['Aiko Tanaka', 'whatsapp', 'I would like to change my delivery address.'],
  ['Noah Becker', 'facebook', 'Are you open on Saturday?'],
  ['Zeynep Kaya', 'whatsapp', 'The lamp arrived today, it is lovely. Thank you!'],
  ['Liam O’Connor', 'sms', 'Please call me about order 1006.'],
  ['Chiara Romano', 'instagram', 'Which bulb does the desk lamp need?'],
  ['Amir Haddad', 'whatsapp', 'Can I pay by invoice?'],
  ['Freya Nielsen', 'facebook', 'My discount code does not work.'],
  ['José Álvarez', 'whatsapp', 'One of the two lamps is broken. What can we do?'],
  ['Priya Sharma', 'instagram', 'Do you have the floor lamp in green?'],
  ['Marek Novák', 'whatsapp', 'When will my parcel arrive?'],
] as const;

/** Events between the first events of two contacts, so that their stories overlap. */
const DISTANCE = 3;

/**
 * The events of a shop in the order in which they happen: each contact writes, orders and pays, and some of them return the order or
 * cannot pay. The result is always the same. In another round, the same contacts come again with other orders: the rounds before the one
 * of today are negative.
 */
export function exampleEvents(round = 0): readonly ExampleEvent[] {
  return CUSTOMERS.flatMap((_, index) =>
    storyOf(index, round).map((event, step) => ({ event, time: index * DISTANCE + step })),
  )
    .toSorted((left, right) => left.time - right.time)
    .map(({ event }) => event);
}

function storyOf(index: number, round: number): readonly ExampleEvent[] {
  const [name, platform, text] = CUSTOMERS[index] ?? CUSTOMERS[0];
  const visit = index + round * CUSTOMERS.length;
  const contact = {
    id: idOf('contact', index),
    name,
    email: `${name
      .normalize('NFD')
      .replaceAll(/[^A-Za-z]+/gu, '.')
      .toLowerCase()}@example.com`,
    phone: `+1202555${String(100 + index).padStart(4, '0')}`,
    platform,
  };
  const conversation = { id: idOf('conversation', visit), status: 'open' };
  const total = `${29 + ((index * 17) % 90)}.90`;
  const order = { id: idOf('order', visit), number: String(1001 + visit), total, currency: 'EUR' };
  const payment = { id: idOf('payment', visit), provider: 'stripe', amount: total, currency: 'EUR' };
  const message = { type: 'text', platform };
  const answer = {
    ...message,
    id: idOf('answer', visit),
    text: 'Thank you for your message. We will look into it today.',
    direction: 'out',
  };
  const paid = index % 5 !== 3;
  const customer = { ...contact, stage: 'customer', tags: ['newsletter'] };

  return [
    salesbot('contact.created', { contact: { ...contact, stage: 'lead' } }),
    salesbot('message.received', {
      contact,
      conversation,
      message: { ...message, id: idOf('message', visit), text, direction: 'in', status: 'received' },
    }),
    ...(index % 2 === 0
      ? [salesbot('conversation.assigned', { contact, conversation, assigned_to: { name: 'Rosa Admin' } })]
      : []),
    ...(platform === 'whatsapp'
      ? (['sent', 'delivered'] as const).map((status) =>
          salesbot(`message.${status}`, {
            channel: platform,
            contact,
            conversation,
            message: { ...answer, status },
          }),
        )
      : []),
    salesbot('contact.tagged', { contact: customer, tag: 'newsletter' }),
    salesbot('store.order_created', { contact, order: { ...order, status: 'created' } }),
    ...(paid
      ? [
          salesbot('store.order_paid', { contact, order: { ...order, status: 'paid' } }),
          salesbot('payment.succeeded', { contact, payment: { ...payment, status: 'succeeded' } }),
          salesbot('contact.stage_changed', { contact: customer, stage: 'customer', previous_stage: 'lead' }),
        ]
      : [
          salesbot('store.payment_failed', { contact, order: { ...order, status: 'payment_failed' } }),
          salesbot('payment.failed', { contact, payment: { ...payment, status: 'failed' } }),
        ]),
    ...(index % 3 === 0 ? [salesbot('store.inventory_low', { order: { ...order, status: 'paid' } })] : []),
    ...(paid && index % 2 === 1
      ? [salesbot('store.order_fulfilled', { contact, order: { ...order, status: 'fulfilled' } })]
      : []),
    ...(index % 6 === 4
      ? [salesbot('store.order_refunded', { contact, order: { ...order, status: 'refunded' } })]
      : []),
    salesbot('conversation.closed', { contact, conversation: { ...conversation, status: 'closed' } }),
  ];
}

type Messaging = EventName extends infer Name
  ? Name extends `salesbot.${infer Short}`
    ? Short
    : never
  : never;

function salesbot(event: Messaging, data: ExampleEvent['data']): ExampleEvent {
  return { event: `salesbot.${event}` as const, data };
}

/** A UUID that is the same at every start, so that the events of one contact belong together. */
function idOf(kind: string, index: number): string {
  const hex = createHash('sha256').update(`${kind} ${index}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
