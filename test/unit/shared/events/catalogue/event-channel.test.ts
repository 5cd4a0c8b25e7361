import { describe, expect, it } from 'vitest';
import { type EventName, findEvent } from '#shared/events/catalogue/event-catalogue.ts';
import { channelOf } from '#shared/events/catalogue/event-channel.ts';

function channel(name: EventName, origin: { channel?: string; data?: unknown }) {
  const event = findEvent(name);
  if (event === undefined) throw new Error(`unknown event ${name}`);
  return channelOf(event, { data: {}, ...origin });
}

const contact = { platform: 'facebook' };
const message = { platform: 'instagram' };

describe('channelOf', () => {
  it('prefers the channel named with the event, then data, message and contact', () => {
    const data = { channel: 'whatsapp', message, contact };

    expect(channel('salesbot.message.sent', { channel: 'sms', data })).toBe('sms');
    expect(channel('salesbot.message.sent', { data })).toBe('whatsapp');
    expect(channel('salesbot.message.sent', { data: { message, contact } })).toBe('instagram');
    expect(channel('salesbot.contact.created', { data: { contact } })).toBe('facebook');
  });

  it('knows the channel of a broadcast only from the outside', () => {
    expect(channel('salesbot.broadcast.sent', { channel: 'tiktok', data: { broadcast: {} } })).toBe('tiktok');
    expect(channel('salesbot.broadcast.sent', { data: { broadcast: {} } })).toBeUndefined();
  });

  it('looks past `all` and past empty platforms', () => {
    expect(channel('salesbot.contact.created', { channel: 'all', data: { contact } })).toBe('facebook');
    expect(
      channel('salesbot.message.sent', { data: { channel: '', message: { platform: null }, contact } }),
    ).toBe('facebook');
    expect(channel('salesbot.contact.created', { channel: 'all' })).toBeUndefined();
  });

  it('does not look past a platform outside the catalogue: that is where it happened', () => {
    const data = { message: { platform: 'telegram' }, contact };

    expect(channel('salesbot.message.received', { data })).toBeUndefined();
    expect(channel('salesbot.contact.created', { data: { contact: { platform: 'all' } } })).toBeUndefined();
  });

  it('gives an event without a channel of its own none', () => {
    expect(channel('salesbot.store.inventory_low', { data: { contact } })).toBeUndefined();
    expect(channel('publishing.post.published', { channel: 'sms' })).toBeUndefined();
  });

  it.each([[null], [undefined], ['text'], [7], [[]]])('finds none in %j', (data) => {
    expect(channel('salesbot.contact.created', { data })).toBeUndefined();
  });
});
