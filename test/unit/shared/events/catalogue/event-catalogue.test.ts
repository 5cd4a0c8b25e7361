import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { normaliseData } from '#shared/events/catalogue/envelope.ts';
import { CHANNELS, EVENT_CATALOGUE, findEvent } from '#shared/events/catalogue/event-catalogue.ts';

/** Copied from the specification, with its data fields; `?` marks optional ones. */
const SPECIFICATION = `
publishing.account.added            id name? provider? status?
publishing.account.updated          id name? provider? status?
publishing.account.deleted          id deleted
publishing.post.scheduled           id status
publishing.post.published           id status
publishing.post.publishing_failed   id status
publishing.post.deleted             ids deleted to_trash
salesbot.contact.created            contact
salesbot.contact.updated            contact
salesbot.contact.tagged             contact tag
salesbot.contact.untagged           contact tag
salesbot.contact.stage_changed      contact stage previous_stage?
salesbot.contact.date_reached       contact event date
salesbot.message.received           contact? conversation? message
salesbot.conversation.assigned      contact? conversation assigned_to
salesbot.conversation.closed        contact? conversation
salesbot.message.sent               channel? provider? contact? conversation? message
salesbot.message.delivered          channel? provider? contact? conversation? message
salesbot.message.read_or_seen       channel? provider? contact? conversation? message
salesbot.message.failed             channel? provider? contact? conversation? message
salesbot.automation.triggered       contact? automation
salesbot.automation.completed       contact? automation
salesbot.automation.failed          contact? automation
salesbot.broadcast.sent             broadcast
salesbot.broadcast.completed        broadcast
salesbot.broadcast.failed           broadcast
salesbot.payment.succeeded          contact? payment
salesbot.payment.failed             contact? payment
salesbot.payment.refunded           contact? payment
salesbot.booking.created            contact? booking
salesbot.booking.rescheduled        contact? booking
salesbot.booking.cancelled          contact? booking
salesbot.store.order_created        event contact? order
salesbot.store.order_paid           event contact? order
salesbot.store.payment_failed       event contact? order
salesbot.store.checkout_abandoned   event contact? order
salesbot.store.order_fulfilled      event contact? order
salesbot.store.order_cancelled      event contact? order
salesbot.store.order_refunded       event contact? order
salesbot.store.product_back_in_stock event contact? order?
salesbot.store.inventory_low        event contact? order?
salesbot.store.customer_milestone   event contact order?`
  .trim()
  .split('\n')
  .map((line) => line.split(/ +/))
  .map(([name = '', ...members]) => ({ name, members }));

const ONLY_ALL = ['all'];
const STATUS_MATRIX: Record<string, { channels: string[]; limited: string[]; unsupported: string[] }> = {
  'salesbot.message.sent': {
    channels: ['all', 'whatsapp', 'facebook', 'instagram', 'sms'],
    limited: [],
    unsupported: ['tiktok'],
  },
  'salesbot.message.delivered': {
    channels: ['all', 'whatsapp', 'facebook', 'sms'],
    limited: ['sms'],
    unsupported: ['instagram', 'tiktok'],
  },
  'salesbot.message.read_or_seen': {
    channels: ['all', 'whatsapp', 'facebook', 'instagram'],
    limited: ['whatsapp'],
    unsupported: ['sms', 'tiktok'],
  },
  'salesbot.message.failed': {
    channels: ['all', 'whatsapp', 'facebook', 'instagram', 'sms'],
    limited: [],
    unsupported: ['tiktok'],
  },
};

describe('EVENT_CATALOGUE', () => {
  it('lists the 42 events of the specification in its order', () => {
    expect(SPECIFICATION).toHaveLength(42);
    expect(EVENT_CATALOGUE.map(({ name }) => name)).toEqual(SPECIFICATION.map(({ name }) => name));
  });

  it('gives every event its own two-character base36 code', () => {
    const codes = EVENT_CATALOGUE.map(({ code }) => code);

    expect(new Set(codes).size).toBe(codes.length);
    expect(codes.filter((code) => !/^[0-9a-z]{2}$/.test(code))).toEqual([]);
  });

  it('never changes a code, because stored lists hold them', () => {
    expect(EVENT_CATALOGUE.map(({ code }) => code).join(' ')).toBe(
      'p1 p2 p3 p4 p5 p6 p7 c1 c2 c3 c4 c5 c6 m1 v1 v2 m2 m3 m4 m5 a1 a2 a3 b1 b2 b3 y1 y2 y3 k1 k2 k3 s1 s2 s3 s4 s5 s6 s7 s8 s9 sa',
    );
  });

  it('describes every event with its own sentence', () => {
    expect(new Set(EVENT_CATALOGUE.map(({ description }) => description)).size).toBe(42);
    expect(new Set(EVENT_CATALOGUE.map(({ title }) => title)).size).toBe(42);
    for (const event of EVENT_CATALOGUE) expect(event.description).toMatch(/^[A-Z].+\.$/);
  });

  describe.each(EVENT_CATALOGUE)('$name', (event) => {
    it('belongs to the product in its name', () => {
      expect(event.name.startsWith(`${event.product}.`)).toBe(true);
    });

    it('contains the fields of the specification, required or not', () => {
      const expected = SPECIFICATION.find(({ name }) => name === event.name)?.members;
      const { entries } = event.outgoingData as unknown as { entries: Record<string, { type: string }> };

      const members = Object.entries(entries).map(
        ([name, schema]) => name + (schema.type === 'exact_optional' ? '?' : ''),
      );

      expect(members.toSorted()).toEqual(expected?.toSorted());
    });

    it('lists the channels a subscription may use', () => {
      const stock = /inventory_low|back_in_stock/.test(event.name);
      const usual = {
        channels: event.product === 'publishing' || stock ? ONLY_ALL : CHANNELS,
        limited: [],
        unsupported: [],
      };
      const expected = STATUS_MATRIX[event.name] ?? usual;

      expect(event.channels).toEqual(expected.channels);
      expect(event.limitedChannels).toEqual(expected.limited);
      expect(event.unsupportedChannels).toEqual(expected.unsupported);
    });

    it('has a sample that is accepted and sent unchanged', () => {
      expect(normaliseData(event, event.sampleData)).toEqual(event.sampleData);
      expect(v.parse(event.outgoingData, event.sampleData)).toEqual(event.sampleData);
    });

    it('has a full sample', () => {
      const { entries } = event.outgoingData as unknown as { entries: object };

      expect(Object.keys(event.sampleData).toSorted()).toEqual(Object.keys(entries).toSorted());
    });
  });
});

describe('findEvent', () => {
  it('finds every event by its exact name', () => {
    for (const event of EVENT_CATALOGUE) expect(findEvent(event.name)).toBe(event);
  });

  it.each(['', 'contact.created', 'Salesbot.contact.created', '__proto__', 'constructor', 'publishing.*'])(
    'finds nothing for %j',
    (name) => {
      expect(findEvent(name)).toBeUndefined();
    },
  );
});
