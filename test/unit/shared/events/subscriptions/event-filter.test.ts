import { describe, expect, it } from 'vitest';
import { checkFilter } from '#shared/events/subscriptions/check-filter.ts';
import { type EventFilter, filterText, parseFilter } from '#shared/events/subscriptions/event-filter.ts';
import { eventNamed } from '#test/support/builders/events/catalogue-events.ts';

function checked(filter: unknown): EventFilter {
  const result = checkFilter(eventNamed('salesbot.contact.created'), filter);
  if (result.filter === undefined) throw new Error('The filter was rejected');
  return result.filter;
}

describe('filterText', () => {
  it('is the same for equal filters, whatever the order of their keys', () => {
    const one = checked({ 'contact.stage': { $ne: 'a', $eq: 'b' }, $not: { 'contact.name': { $eq: 'c' } } });
    const other = checked({
      $not: { 'contact.name': { $eq: 'c' } },
      'contact.stage': { $eq: 'b', $ne: 'a' },
    });

    expect(filterText(one)).toBe(filterText(other));
    expect(filterText(one)).toBe(
      '{"$not":{"contact.name":{"$eq":"c"}},"contact.stage":{"$eq":"b","$ne":"a"}}',
    );
  });
});

describe('parseFilter', () => {
  it('returns the filter of a text', () => {
    const filter = checked({ $or: [{ 'contact.stage': { $in: ['a', 'é', '💡'] } }] });

    expect(parseFilter(filterText(filter))).toEqual(filter);
  });

  it.each(['', '{', '{"a":', 'null', '[]', '"x"', '7', 'undefined', '[{"a":1}]', '['.repeat(100_000)])(
    'returns undefined for a damaged text: %#',
    (text) => {
      expect(parseFilter(text)).toBeUndefined();
    },
  );

  it('returns also a filter that this version does not know', () => {
    expect(parseFilter('{"contact.stage":{"$like":"v%"}}')).toEqual({ 'contact.stage': { $like: 'v%' } });
  });
});
