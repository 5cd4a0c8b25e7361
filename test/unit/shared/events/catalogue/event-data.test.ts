import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { type EventName, findEvent } from '#shared/events/catalogue/event-catalogue.ts';
import { issueCode } from '#shared/platform/core/issue.ts';

const ID = '0198f3a2-6c1e-7b54-9d3f-2a7c51e80b11';

/** Path and code of every issue, or the start of valibot's own message. */
function issuesOf(name: EventName, data: unknown): string[] {
  const event = findEvent(name);
  if (event === undefined) throw new Error(`unknown event ${name}`);
  const issues = v.safeParse(event.data, data).issues ?? [];
  return issues.map((issue) => `${v.getDotPath(issue)} ${issueCode(issue) ?? issue.message.split(':')[0]}`);
}

const created = (contact: object) =>
  issuesOf('salesbot.contact.created', { contact: { id: ID, ...contact } });
const received = (message: object) =>
  issuesOf('salesbot.message.received', { message: { id: ID, ...message } });
const paid = (payment: object) => issuesOf('salesbot.payment.succeeded', { payment: { id: ID, ...payment } });
const sent = (broadcast: object) =>
  issuesOf('salesbot.broadcast.sent', { broadcast: { id: ID, ...broadcast } });

describe('data of an event, as ingested', () => {
  it('requires only the id in each object', () => {
    expect(created({})).toEqual([]);
    expect(issuesOf('salesbot.store.inventory_low', {})).toEqual([]);
  });

  it('rejects data without the object the event is about', () => {
    expect(issuesOf('salesbot.contact.created', {})).toEqual(['contact Invalid key']);
    expect(issuesOf('salesbot.store.order_paid', { contact: { id: ID } })).toEqual(['order Invalid key']);
    expect(issuesOf('salesbot.contact.created', { contact: null })).toEqual(['contact invalid_type']);
  });

  it.each([{}, { id: null }, { id: '' }, { id: 7 }, { id: 'not-a-uuid' }, { id: `${ID}0` }])(
    'rejects the contact %j without a valid id',
    (contact) => {
      expect(issuesOf('salesbot.contact.created', { contact })).not.toEqual([]);
    },
  );

  it('distinguishes an empty id from a malformed one', () => {
    expect(created({ id: '' })).toEqual(['contact.id required']);
    expect(created({ id: 'x' })).toEqual(['contact.id invalid_format']);
  });

  it('rejects unknown fields at every level', () => {
    expect(created({ nickname: 'Ada' })).toEqual(['contact.nickname Invalid key']);
    expect(issuesOf('salesbot.contact.created', { contact: { id: ID }, extra: 1 })).toEqual([
      'extra Invalid key',
    ]);
  });

  it('accepts null and the empty string as no value, whatever the type of an optional field', () => {
    expect(created({ name: null, email: '', created_at: '', tags: null })).toEqual([]);
    expect(paid({ amount: '', currency: '', paid_at: null })).toEqual([]);
    expect(received({ direction: '', sent_at: null })).toEqual([]);
    expect(issuesOf('salesbot.message.sent', { channel: '', message: { id: ID } })).toEqual([]);
  });

  it('does not coerce types', () => {
    expect(created({ name: 7 })).toEqual(['contact.name Invalid type']);
    expect(created({ tags: 'vip' })).toEqual(['contact.tags Invalid type']);
    expect(created({ tags: ['vip', null] })).toEqual(['contact.tags.1 Invalid type']);
    expect(sent({ recipients: '12' })).toEqual(['broadcast.recipients Invalid type']);
    expect(paid({ amount: 12.5 })).toEqual(['payment.amount invalid_type']);
  });

  it.each(['\u0000', '\u0007', '\u001b[0m', 'half \ud83d', '\udca1 half'])(
    'rejects the characters %j',
    (text) => {
      expect(received({ text })).toEqual(['message.text invalid_characters']);
      expect(created({ tags: [text] })).toEqual(['contact.tags.0 invalid_characters']);
    },
  );

  it('accepts tabs, line breaks of every system and characters of every plane', () => {
    expect(received({ text: 'a\tb\nc\r\nd 💡' })).toEqual([]);
  });

  it.each(['12.50', '0', '-3.5', '007', '999999999999999999.123456789012345678'])(
    'accepts the amount %s',
    (amount) => {
      expect(paid({ amount })).toEqual([]);
    },
  );

  it.each(['12,50', '1e3', '.5', '5.', '+1', ' 1', 'NaN', '1234567890123456789', '1.5\n'])(
    'rejects the amount %j',
    (amount) => {
      expect(paid({ amount })).toEqual(['payment.amount invalid_format']);
    },
  );

  it.each(['eur', 'EURO', 'E', '€'])('rejects the currency %s', (currency) => {
    expect(paid({ currency })).toEqual(['payment.currency invalid_format']);
  });

  it('accepts two directions', () => {
    expect(received({ direction: 'in' })).toEqual([]);
    expect(received({ direction: 'out' })).toEqual([]);
    expect(received({ direction: 'incoming' })).toEqual(['message.direction invalid_format']);
  });

  it('rejects a channel outside the catalogue, including `all`', () => {
    const onChannel = (channel: string) =>
      issuesOf('salesbot.message.sent', { channel, message: { id: ID } });

    expect(onChannel('sms')).toEqual([]);
    expect(onChannel('all')).toEqual(['channel channel_unknown']);
    expect(onChannel('telegram')).toEqual(['channel channel_unknown']);
  });

  it('requires counts to be exact integers from 0', () => {
    expect(sent({ recipients: 0, sent: Number.MAX_SAFE_INTEGER })).toEqual([]);
    expect(sent({ recipients: -1 })).toEqual(['broadcast.recipients out_of_range']);
    expect(sent({ recipients: 1.5 })).toEqual(['broadcast.recipients invalid_type']);
    expect(sent({ recipients: 2 ** 60 })).toEqual(['broadcast.recipients out_of_range']);
  });

  it('rejects timestamps that do not exist', () => {
    expect(created({ created_at: '2026-02-30T00:00:00Z' })).toEqual(['contact.created_at invalid_format']);
    expect(created({ created_at: '2026-02-28' })).toEqual(['contact.created_at invalid_format']);
  });

  it('accepts only the correct short name', () => {
    expect(issuesOf('salesbot.store.inventory_low', { event: 'store.inventory_low' })).toEqual([]);
    expect(issuesOf('salesbot.store.inventory_low', { event: 'store.order_paid' })).toHaveLength(1);
  });

  it.each([[null], [undefined], ['text'], [7], [[]]])('rejects data that is %j', (data) => {
    expect(issuesOf('salesbot.store.inventory_low', data)).not.toEqual([]);
  });

  it('rejects a list instead of an object', () => {
    const data = { conversation: { id: ID }, assigned_to: [] };

    expect(issuesOf('salesbot.conversation.assigned', data)).toEqual(['assigned_to invalid_type']);
  });
});
