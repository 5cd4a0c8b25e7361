import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { normaliseData } from '#shared/events/catalogue/envelope.ts';
import { type EventName, findEvent } from '#shared/events/catalogue/event-catalogue.ts';
import { text as textField } from '#shared/events/catalogue/fields.ts';
import { objectOf } from '#shared/events/catalogue/object-field.ts';

const ID = '0198f3a2-6c1e-7b54-9d3f-2a7c51e80b11';

function normalise(name: EventName, data: unknown) {
  const event = findEvent(name);
  if (event === undefined) throw new Error(`unknown event ${name}`);
  return normaliseData(event, data);
}

describe('normaliseData', () => {
  it('truncates texts to 1,000 code points, without a marker', () => {
    const { contact } = normalise('salesbot.contact.created', {
      contact: { id: ID, name: 'x'.repeat(1_001) },
    });

    expect(contact).toEqual({ id: ID, name: 'x'.repeat(1_000) });
  });

  it('truncates message.text to 10,000 code points, never inside one', () => {
    const text = `a${'💡'.repeat(10_000)}`;

    const { message } = normalise('salesbot.message.received', { message: { id: ID, text, type: text } });

    expect(message).toEqual({ id: ID, text: `a${'💡'.repeat(9_999)}`, type: `a${'💡'.repeat(999)}` });
  });

  it('keeps a text of exactly the limit, however many UTF-16 units it has', () => {
    const name = '💡'.repeat(1_000);

    expect(normalise('salesbot.contact.created', { contact: { id: ID, name } })).toEqual({
      contact: { id: ID, name },
    });
  });

  it('keeps the first 100 items of a list and truncates each', () => {
    const tags = Array.from({ length: 150 }, (_, index) => `${index} ${'x'.repeat(2_000)}`);

    const { contact } = normalise('salesbot.contact.created', { contact: { id: ID, tags } });

    expect(contact).toEqual({ id: ID, tags: tags.slice(0, 100).map((tag) => tag.slice(0, 1_000)) });
  });

  it('omits fields without a value, in every object', () => {
    const contact = { id: ID, name: '', email: null, phone: undefined, created_at: '', stage: ' ' };

    expect(normalise('salesbot.contact.created', { contact })).toEqual({
      contact: { id: ID, stage: ' ' },
    });
  });

  it('omits an object that lost all of its fields', () => {
    const { accepts } = objectOf({ inner: objectOf({ name: textField }), other: textField });

    expect(v.parse(accepts, { inner: { name: '' }, other: 'x' })).toEqual({ other: 'x' });
  });

  it('keeps false, 0 and empty lists', () => {
    expect(normalise('publishing.post.deleted', { ids: [], deleted: false, to_trash: true })).toEqual({
      ids: [],
      deleted: false,
      to_trash: true,
    });
    expect(normalise('salesbot.broadcast.sent', { broadcast: { id: ID, sent: 0 } })).toEqual({
      broadcast: { id: ID, sent: 0 },
    });
  });

  it('writes ids in lower case and instants in UTC', () => {
    const contact = { id: ID.toUpperCase(), created_at: '2026-03-14T10:26:53+01:00' };

    expect(normalise('salesbot.contact.created', { contact })).toEqual({
      contact: { id: ID, created_at: '2026-03-14T09:26:53.000Z' },
    });
  });

  it.each([{}, { event: null }, { event: 'store.inventory_low' }])(
    'fills in the short name for %j',
    (data) => {
      expect(normalise('salesbot.store.inventory_low', data)).toEqual({ event: 'store.inventory_low' });
    },
  );

  it('fills in the constant fields of a deleted account', () => {
    expect(normalise('publishing.account.deleted', { id: ID })).toEqual({ id: ID, deleted: true });
  });

  it('writes the fields in the order of the catalogue', () => {
    const data = normalise('salesbot.contact.tagged', { tag: 'vip', contact: { name: 'Ada', id: ID } });

    expect(JSON.stringify(data)).toBe(`{"contact":{"id":"${ID}","name":"Ada"},"tag":"vip"}`);
  });

  it('throws for data that does not fit the event', () => {
    expect(() => normalise('salesbot.contact.created', {})).toThrow(/contact/);
  });
});
