import { describe, expect, it } from 'vitest';
import { matchEndpoints } from '#shared/events/recording/match-endpoints.ts';
import type { DirectoryEntry } from '#shared/events/subscriptions/directory-entry.ts';
import { encodeFilters } from '#shared/events/subscriptions/subscription-filters.ts';
import { encodeSubscriptions } from '#shared/events/subscriptions/subscription-set.ts';
import type { Subscription } from '#shared/events/subscriptions/subscription.ts';
import { eventNamed } from '#test/support/builders/events/catalogue-events.ts';

const PAID = 'salesbot.store.order_paid' as const;
const event = eventNamed(PAID);
const LARGE = { 'order.total': { $gte: '100' } };

function entryOf(
  endpointId: string,
  subscriptions: readonly Subscription[],
  overrides: Partial<DirectoryEntry> = {},
): DirectoryEntry {
  const filters = encodeFilters(subscriptions);
  return {
    endpointId,
    enabled: true,
    settingsVersion: 3,
    shards: 2,
    subscriptions: encodeSubscriptions(subscriptions),
    ...(filters ? { filters } : {}),
    ...overrides,
  };
}

const paid = (filter?: Subscription['filter'], channel: Subscription['channel'] = 'all'): Subscription => ({
  event: PAID,
  channel,
  ...(filter ? { filter } : {}),
});

function match(directory: readonly DirectoryEntry[], total: string, channel?: Subscription['channel']) {
  const { matches, filteredOut } = matchEndpoints(directory, { event, channel, data: { order: { total } } });
  return [matches.map(({ endpointId }) => endpointId), filteredOut];
}

describe('matchEndpoints', () => {
  it('separates the endpoints that match from those that only a filter excludes', () => {
    const directory = [
      entryOf('plain', [paid()]),
      entryOf('large', [paid(LARGE)]),
      entryOf('other', [{ event: 'salesbot.contact.created', channel: 'all', filter: {} }]),
      entryOf('paused', [paid(LARGE)], { enabled: false }),
    ];

    expect(match(directory, '99.99')).toEqual([['plain'], ['large']]);
    expect(match(directory, '100.0')).toEqual([['plain', 'large'], []]);
    expect(matchEndpoints(directory, { event, channel: undefined, data: {} }).matches).toEqual([
      { endpointId: 'plain', settingsVersion: 3, shards: 2 },
    ]);
  });

  it('needs one subscription that matches, of those to all channels and to the channel of the event', () => {
    const directory = [
      entryOf('both', [paid(LARGE), paid(undefined, 'sms')]),
      entryOf('sms', [paid(LARGE, 'sms')]),
      entryOf('all', [paid(undefined), paid(LARGE, 'sms')]),
    ];

    expect(match(directory, '5', 'sms')).toEqual([['both', 'all'], ['sms']]);
    expect(match(directory, '5', 'whatsapp')).toEqual([['all'], ['both']]);
    expect(match(directory, '500', 'whatsapp')).toEqual([['both', 'all'], []]);
  });

  it.each(['{', '', '[]', 'null', '{"order.total":{"$near":"1"}}', '{"order.total":null}'])(
    'matches nothing by the stored filter %j, which this version cannot read',
    (text) => {
      const entry = entryOf('damaged', [paid(LARGE)]);
      const key = Object.keys(entry.filters ?? {})[0] ?? '';

      expect(match([{ ...entry, filters: { [key]: text } }], '500')).toEqual([[], ['damaged']]);
    },
  );

  it('reads only own properties of the stored filters', () => {
    const inherited: Record<string, string> = Object.create({ ...entryOf('x', [paid(LARGE)]).filters });

    expect(match([entryOf('plain', [paid()], { filters: inherited })], '5')).toEqual([['plain'], []]);
  });
});
