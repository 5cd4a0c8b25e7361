import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { EVENT_CATALOGUE } from '#shared/events/catalogue/event-catalogue.ts';
import { sampleEnvelope } from '#shared/events/catalogue/event-sample.ts';
import { RECORD_TYPES } from '#shared/events/catalogue/record-type.ts';
import { newsOf } from '#shared/events/records/event-news.ts';
import { MalformedItemError } from '#shared/platform/core/errors.ts';
import { anEvent } from '#test/support/builders/events/event-builders.ts';
import { newsWith } from '#test/support/builders/events/record-builders.ts';
import { NOW, secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';

const MESSAGING = EVENT_CATALOGUE.filter(({ product }) => product === 'salesbot');
const [contact, conversation, message] = [randomUUID(), randomUUID(), randomUUID()];

describe('newsOf', () => {
  it.each(MESSAGING.map((event) => [event.name, event] as const))(
    'finds every id of the sample of %s',
    (_, event) => {
      const parts = { id: randomUUID(), workspaceId: randomUUID(), occurredAt: NOW };
      const body = JSON.stringify(sampleEnvelope(event, parts));
      const { news } = newsOf(anEvent({ ...parts, body }));
      const ids = [...JSON.stringify(event.sampleData).matchAll(/"id":"([^"]+)"/gu)].map(([, id]) => id);

      expect(new Set(news.map(({ id }) => id))).toEqual(new Set(ids));
      expect(news).toHaveLength(ids.length);
      expect(news.every(({ type }) => RECORD_TYPES.includes(type))).toBe(true);
    },
  );

  it('says what the objects say, when it occurred, and what belongs together', () => {
    const occurredAt = secondsAfterNow(-60);
    const data = {
      channel: 'whatsapp',
      provider: 'meta',
      contact: { id: contact, name: 'Ada' },
      conversation: { id: conversation, status: 'open' },
      message: { id: message, text: 'Hello' },
    };
    const { contactId, news } = newsWith(data, { eventId: 'e1', occurredAt });

    expect(contactId).toBe(contact);
    expect(news.map(({ type, id, layer }) => ({ type, id, ...layer }))).toEqual([
      { type: 'contact', id: contact, occurredAt, eventId: 'e1', fields: { name: 'Ada' } },
      {
        type: 'conversation',
        id: conversation,
        occurredAt,
        eventId: 'e1',
        fields: { status: 'open', contact_id: contact },
      },
      {
        type: 'message',
        id: message,
        occurredAt,
        eventId: 'e1',
        fields: {
          text: 'Hello',
          channel: 'whatsapp',
          provider: 'meta',
          contact_id: contact,
          conversation_id: conversation,
        },
      },
    ]);
  });

  it('takes the stage of a contact and the member of a conversation from beside the object', () => {
    const { news } = newsWith({
      stage: 'customer',
      previous_stage: 'lead',
      assigned_to: { name: 'Jonas' },
      contact: { id: contact, stage: 'old' },
      conversation: { id: conversation },
    });

    expect(news.map(({ layer }) => layer.fields)).toEqual([
      { stage: 'customer' },
      { assigned_to: { name: 'Jonas' }, contact_id: contact },
    ]);
  });

  it('does not give an automation or a broadcast to the contact of one event', () => {
    const { news } = newsWith({
      contact: { id: contact },
      automation: { id: conversation },
      broadcast: { id: message },
    });

    expect(news.map(({ layer }) => layer.fields)).toEqual([{}, {}, {}]);
  });

  it.each([
    ['no object', {}],
    ['an object without an id', { order: { number: '7' } }],
    ['an id that is no UUID', { order: { id: 'order-7' } }],
    ['text instead of an object', { order: 'order-7' }],
  ])('says nothing with %s', (_, data) => {
    expect(newsWith(data)).toMatchObject({ contactId: null, news: [] });
  });

  it('says nothing once the event is redacted', () => {
    expect(newsOf(anEvent({ body: '' }))).toMatchObject({ contactId: null, news: [] });
  });

  it.each([
    'Ada',
    '[]',
    '{"data":{}}',
    '{"occurred_at":"today","data":{}}',
    '{"occurred_at":"2026-01-01T00:00:00.000Z"}',
  ])('rejects the body %s, without quoting it', (body) => {
    const read = () => newsOf(anEvent({ id: 'e1', body }));

    expect(read).toThrow(MalformedItemError);
    expect(read).toThrow('Stored item event e1 (body) is malformed');
  });
});
