import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EVENT_CATALOGUE, findEvent } from '#shared/events/catalogue/event-catalogue.ts';
import { checkFilter } from '#shared/events/subscriptions/check-filter.ts';
import type { EventFilter } from '#shared/events/subscriptions/event-filter.ts';
import { filtersMeaning } from '#shared/events/subscriptions/filter-meaning.ts';
import { matchesFilter } from '#shared/events/subscriptions/match-filter.ts';
import { ORDERED } from '#test/support/builders/events/catalogue-events.ts';
import { anyData, anyFilter } from '#test/support/fixtures/events/any-filter.ts';
import { runs } from '#test/support/fixtures/platform/depth.ts';

const RUNS = { numRuns: runs(500) };
const names = fc.constantFrom(...EVENT_CATALOGUE.map(({ name }) => name));

function eventOf(name: string) {
  return findEvent(name) ?? ORDERED;
}

function checked(name: string, filter: unknown): EventFilter | undefined {
  return checkFilter(eventOf(name), filter).filter;
}

function meaning(name: (typeof EVENT_CATALOGUE)[number]['name'], filter: EventFilter): string {
  return filtersMeaning([{ event: name, channel: 'all', filter }]);
}

/** The same filter in another form: keys in reverse, lists in reverse with their first value again, decimals of amounts with a zero. */
function inOtherForm(part: unknown, path = ''): unknown {
  if (Array.isArray(part)) return [...part, part[0]].toReversed().map((item) => inOtherForm(item, path));
  if (typeof part === 'object' && part !== null)
    return Object.fromEntries(
      Object.entries(part)
        .toReversed()
        .map(([key, value]) => [key, inOtherForm(value, key.startsWith('$') ? path : key)]),
    );
  const isDecimal = /total|amount|price/u.test(path) && /\.\d{1,17}$/u.test(String(part));
  return isDecimal ? `${String(part)}0` : part;
}

describe('the meaning of a filter', () => {
  it('is that of the same filter in another form', () => {
    const situation = names.chain((name) =>
      fc.record({ name: fc.constant(name), filter: anyFilter(eventOf(name)), data: anyData(eventOf(name)) }),
    );
    fc.assert(
      fc.property(situation, ({ name, filter, data }) => {
        const one = checked(name, filter);
        const other = checked(name, inOtherForm(filter));
        // Repetitions can make a filter too large.
        fc.pre(one !== undefined && other !== undefined);

        expect(meaning(name, one)).toBe(meaning(name, other));
        expect(matchesFilter(eventOf(name), one, data)).toBe(matchesFilter(eventOf(name), other, data));
      }),
      RUNS,
    );
  });

  it('is another one if one of two filters matches data that the other does not match', () => {
    const situation = names.chain((name) =>
      fc.record({
        name: fc.constant(name),
        filters: fc.tuple(anyFilter(eventOf(name)), anyFilter(eventOf(name))),
        data: anyData(eventOf(name)),
      }),
    );
    fc.assert(
      fc.property(situation, ({ name, filters: [first, second], data }) => {
        const [one, other] = [checked(name, first), checked(name, second)];
        fc.pre(one !== undefined && other !== undefined);
        const isDifferent =
          matchesFilter(eventOf(name), one, data) !== matchesFilter(eventOf(name), other, data);

        expect(isDifferent && meaning(name, one) === meaning(name, other)).toBe(false);
      }),
      RUNS,
    );
  });
});
