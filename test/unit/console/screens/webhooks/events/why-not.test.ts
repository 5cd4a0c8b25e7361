import { describe, expect, it } from 'vitest';
import { whyNot } from '#console/screens/webhooks/events/why-not.ts';

type Endpoint = Parameters<typeof whyNot>[0];

const EVENT = {
  event: 'salesbot.message.sent',
  channel: 'sms',
  test: false,
  recorded_at: '2026-11-23T08:00:00.000Z',
  filtered_out: [] as string[],
} satisfies Parameters<typeof whyNot>[1];

function endpoint(overrides: Partial<Endpoint> = {}): Endpoint {
  return {
    id: 'one',
    created_at: '2026-11-01T00:00:00.000Z',
    state: 'enabled',
    subscriptions: [{ event: 'salesbot.message.sent', channel: 'all' }],
    ...overrides,
  } as Endpoint;
}

const limitedTo = (channel: string) =>
  endpoint({ subscriptions: [{ event: 'salesbot.message.sent', channel }] as Endpoint['subscriptions'] });

describe('whyNot', () => {
  it.each([
    [
      'was created later',
      endpoint({ created_at: '2026-11-23T09:00:00.000Z' }),
      {},
      'created after the event',
    ],
    [
      'has another subscription',
      endpoint(),
      { event: 'salesbot.message.read' },
      'not subscribed to salesbot.message.read',
    ],
    [
      'is limited to another channel',
      limitedTo('whatsapp'),
      {},
      'for whatsapp only, and the event happened on sms',
    ],
    ['is limited to a channel', limitedTo('sms'), { channel: null }, 'the event has no channel'],
    ['is paused', endpoint({ state: 'paused' }), {}, 'The endpoint is paused'],
    ['had a filter', endpoint(), { filtered_out: ['one'] }, 'The filter of the endpoint excluded the event'],
    [
      'got a filter later',
      endpoint({
        subscriptions: [
          { event: 'salesbot.message.sent', channel: 'all', filter: { channel: { $eq: 'sms' } } },
        ],
      }),
      { filtered_out: ['other'] },
      'has a filter now',
    ],
    ['matches now', limitedTo('sms'), {}, 'The current settings match the event'],
    [
      'was not the receiver of the test',
      endpoint(),
      { test: true },
      'only to the endpoint that it was sent to',
    ],
  ])('explains an endpoint that %s', (_, settings, event, reason) => {
    expect(whyNot(settings, { ...EVENT, ...event })).toContain(reason);
  });
});
