import { describe, expect, it } from 'vitest';
import { CHANNELS, EVENT_CATALOGUE } from '#shared/events/catalogue/event-catalogue.ts';
import { checkSubscriptions } from '#shared/events/subscriptions/subscription-rules.ts';

const codeOf = (event: string, channel?: string) => {
  const { problems, warnings } = checkSubscriptions([{ event, channel }]);
  return problems[0]?.code ?? warnings[0]?.code ?? 'fine';
};

describe('checkSubscriptions, message status by channel', () => {
  it.each([
    ['whatsapp', 'fine', 'fine', 'channel_status_limited', 'fine'],
    ['facebook', 'fine', 'fine', 'fine', 'fine'],
    ['instagram', 'fine', 'channel_status_unsupported', 'fine', 'fine'],
    ['sms', 'fine', 'channel_status_limited', 'channel_status_unsupported', 'fine'],
    [
      'tiktok',
      'channel_status_unsupported',
      'channel_status_unsupported',
      'channel_status_unsupported',
      'channel_status_unsupported',
    ],
    ['all', 'fine', 'fine', 'fine', 'fine'],
  ])('returns %s with sent %s, delivered %s, read %s, failed %s', (channel, ...expected) => {
    const events = ['sent', 'delivered', 'read_or_seen', 'failed'].map(
      (status) => `salesbot.message.${status}`,
    );

    expect(events.map((event) => codeOf(event, channel))).toEqual(expected);
  });
});

describe('checkSubscriptions, channels', () => {
  it('defaults to `all` without a channel', () => {
    expect(checkSubscriptions([{ event: 'salesbot.contact.created' }]).subscriptions).toEqual([
      { event: 'salesbot.contact.created', channel: 'all' },
    ]);
  });

  it('accepts `all` for every event', () => {
    expect(EVENT_CATALOGUE.filter(({ name }) => codeOf(name, 'all') !== 'fine')).toEqual([]);
  });

  it.each([
    'publishing.post.published',
    'salesbot.store.inventory_low',
    'salesbot.store.product_back_in_stock',
  ])('rejects a single channel for %s', (event) => {
    const codes = CHANNELS.map((channel) => codeOf(event, channel));

    expect(codes).toEqual(['fine', ...Array.from({ length: 5 }, () => 'channel_not_allowed')]);
  });

  it.each(['', 'telegram', 'SMS', 'All', '__proto__'])('rejects the unknown channel %j', (channel) => {
    expect(codeOf('salesbot.contact.created', channel)).toBe('channel_unknown');
    expect(codeOf('publishing.post.published', channel)).toBe('channel_unknown');
  });
});

describe('checkSubscriptions, lists', () => {
  it('collapses exact duplicates in the order of the first and keeps `all` next to a channel', () => {
    const { subscriptions } = checkSubscriptions([
      { event: 'salesbot.message.received', channel: 'sms' },
      { event: 'publishing.post.published' },
      { event: 'salesbot.message.received', channel: 'all' },
      { event: 'publishing.post.published', channel: 'all' },
      { event: 'salesbot.message.received', channel: 'sms' },
    ]);

    expect(subscriptions).toEqual([
      { event: 'salesbot.message.received', channel: 'sms' },
      { event: 'publishing.post.published', channel: 'all' },
      { event: 'salesbot.message.received', channel: 'all' },
    ]);
  });

  it('reports every problem with its position and the allowed values', () => {
    const { subscriptions, problems } = checkSubscriptions([
      { event: 'salesbot.contact.created' },
      { event: 'salesbot.contact.vanished', channel: 'fax' },
      { event: 'salesbot.message.delivered', channel: 'instagram' },
      { event: 'salesbot.message.delivered', channel: 'fax' },
      { event: 'salesbot.contact.vanished', channel: 'sms' },
    ]);

    expect(subscriptions).toHaveLength(1);
    expect(problems.map(({ detail: _detail, ...problem }) => problem)).toEqual([
      { index: 1, member: 'event', code: 'event_unknown' },
      { index: 1, member: 'channel', code: 'channel_unknown' },
      {
        index: 2,
        member: 'channel',
        code: 'channel_status_unsupported',
        event: 'salesbot.message.delivered',
        channel: 'instagram',
      },
      { index: 3, member: 'channel', code: 'channel_unknown', event: 'salesbot.message.delivered' },
      { index: 4, member: 'event', code: 'event_unknown' },
    ]);
  });

  it('warns once about a limited channel, at its first position', () => {
    const sms = { event: 'salesbot.message.delivered', channel: 'sms' };

    const { subscriptions, warnings } = checkSubscriptions([{ event: 'salesbot.contact.created' }, sms, sms]);

    expect(subscriptions).toHaveLength(2);
    expect(warnings).toEqual([
      {
        code: 'channel_status_limited',
        pointer: '#/subscriptions/1',
        ...sms,
        detail: expect.stringContaining('only for some messages'),
      },
    ]);
  });

  it('reports nothing for an empty list', () => {
    expect(checkSubscriptions([])).toEqual({ subscriptions: [], problems: [], warnings: [] });
  });
});
