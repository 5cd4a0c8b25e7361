import { describe, expect, it } from 'vitest';
import { type EventName, findEvent } from '#shared/events/catalogue/event-catalogue.ts';
import { eventChannel } from '#shared/events/catalogue/event-channel.ts';

function channel(name: EventName, origin: { channel?: string; data?: unknown }) {
  const event = findEvent(name);
  if (event === undefined) throw new Error(`unknown event ${name}`);
  return eventChannel(event, { data: {}, ...origin });
}

const contact = { platform: 'facebook' };
const message = { platform: 'instagram' };

describe('eventChannel', () => {
  it('prefers the channel of the event, then data, message and contact', () => {
    const data = { channel: 'whatsapp', message, contact };

    expect(channel('salesbot.message.sent', { channel: 'sms', data })).toBe('sms');
    expect(channel('salesbot.message.sent', { data })).toBe('whatsapp');
    expect(channel('salesbot.message.sent', { data: { message, contact } })).toBe('instagram');
    expect(channel('salesbot.contact.created', { data: { contact } })).toBe('facebook');
  });

  it('takes the channel of a broadcast only from its caller', () => {
    expect(channel('salesbot.broadcast.sent', { channel: 'tiktok', data: { broadcast: {} } })).toBe('tiktok');
    expect(channel('salesbot.broadcast.sent', { data: { broadcast: {} } })).toBeUndefined();
  });

  it('skips `all` and empty platforms', () => {
    expect(channel('salesbot.contact.created', { channel: 'all', data: { contact } })).toBe('facebook');
    expect(
      channel('salesbot.message.sent', { data: { channel: '', message: { platform: null }, contact } }),
    ).toBe('facebook');
    expect(channel('salesbot.contact.created', { channel: 'all' })).toBeUndefined();
  });

  it('does not skip a platform outside the catalogue, because the event happened there', () => {
    const data = { message: { platform: 'telegram' }, contact };

    expect(channel('salesbot.message.received', { data })).toBeUndefined();
    expect(channel('salesbot.contact.created', { data: { contact: { platform: 'all' } } })).toBeUndefined();
  });

  it('returns no channel for an event without one', () => {
    expect(channel('salesbot.store.inventory_low', { data: { contact } })).toBeUndefined();
    expect(channel('publishing.post.published', { channel: 'sms' })).toBeUndefined();
  });

  it.each([[null], [undefined], ['text'], [7], [[]]])('returns no channel for %j', (data) => {
    expect(channel('salesbot.contact.created', { data })).toBeUndefined();
  });
});
