import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CatalogueEvent, EVENT_CATALOGUE } from '#shared/events/catalogue/event-catalogue.ts';
import { checkFilter } from '#shared/events/subscriptions/check-filter.ts';
import { filterText, parseFilter } from '#shared/events/subscriptions/event-filter.ts';
import { matchesFilter } from '#shared/events/subscriptions/match-filter.ts';
import { ORDERED } from '#test/support/builders/events/catalogue-events.ts';
import { anyData, anyFilter } from '#test/support/fixtures/events/any-filter.ts';
import { anyHostileData, anyHostileJson } from '#test/support/fixtures/events/hostile-json.ts';
import { runs } from '#test/support/fixtures/platform/depth.ts';

const EVENTS: ReadonlyMap<string, CatalogueEvent> = new Map([
  ...EVENT_CATALOGUE.map((event) => [event.name, event] as const),
  ['ordered', ORDERED],
]);

/** The event with this name. A property generates names, because a failure prints what was generated. */
function eventOf(name: string): CatalogueEvent {
  return EVENTS.get(name) ?? ORDERED;
}

// Only one event has lists of objects, so it must be frequent.
const names = fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...EVENTS.keys()) }, fc.constant('ordered'));

/** An event, a filter that it accepts, and its data. */
const situation = names.chain((name) =>
  fc.record({ name: fc.constant(name), filter: anyFilter(eventOf(name)), data: anyData(eventOf(name)) }),
);

/** Values by dotted path. The value of a list is each of its elements; an empty list has no values, but it is present. */
type Expanded = ReadonlyMap<string, readonly unknown[]>;

/** All values of all paths, whatever the filter asks for. */
function expand(data: unknown): Expanded {
  const values = new Map<string, unknown[]>();
  const open: [path: string, value: unknown][] = [['', data]];
  for (const [path, value] of open) {
    const known = values.get(path) ?? [];
    values.set(path, known);
    if (Array.isArray(value)) open.push(...value.map((element): [string, unknown] => [path, element]));
    else if (typeof value === 'object' && value !== null) {
      open.push(
        ...Object.entries(value).map(([name, member]): [string, unknown] => [
          path === '' ? name : `${path}.${name}`,
          member,
        ]),
      );
    } else known.push(value);
  }
  return values;
}

/** The order of two decimals as strings: digits are compared after padding, and negative numbers in reverse. */
function decimalOrder(one: string, other: string): number {
  const [a, b] = [one, other].map((text) => {
    const [whole = '', fraction = ''] = text.replace('-', '').split('.');
    const digits = whole.padStart(18, '0') + fraction.padEnd(18, '0');
    return { digits, isNegative: text.startsWith('-') && /[1-9]/u.test(digits) };
  });
  if (a === undefined || b === undefined) throw new Error('There are two numbers');
  if (a.isNegative !== b.isNegative) return a.isNegative ? -1 : 1;
  const order = a.digits === b.digits ? 0 : Number(a.digits > b.digits) * 2 - 1;
  return a.isNegative ? -order : order;
}

/** The order of two values of a field. The name of the field tells what its values are. */
function orderOf(path: string, one: unknown, other: unknown): number {
  if (/total|amount|price/u.test(path)) return decimalOrder(String(one), String(other));
  if (/_at$|times/u.test(path)) return Date.parse(String(one)) - Date.parse(String(other));
  if (typeof one === 'number') return one - Number(other);
  return one === other ? 0 : Number.NaN;
}

/** A second implementation of filters, for accepted filters and stored data. */
function naivelyMatches(filter: object, values: Expanded): boolean {
  return Object.entries(filter).every(([key, part]) => {
    if (key === '$and') return !part.some((one: object) => !naivelyMatches(one, values));
    if (key === '$or') return part.some((one: object) => naivelyMatches(one, values));
    if (key === '$not') return !naivelyMatches(part, values);
    return Object.entries(part).every(([operator, operand]) => {
      const found = values.get(key) ?? [];
      const orders = [operand].flat().flatMap((one) => found.map((value) => orderOf(key, value, one)));
      if (operator === '$exists') return values.has(key) === operand;
      if (operator === '$startsWith')
        return found.some((value) => String(value).indexOf(String(operand)) === 0);
      if (operator === '$eq' || operator === '$in') return orders.includes(0);
      if (operator === '$ne' || operator === '$nin') return !orders.includes(0);
      return orders.some(
        (order) =>
          (operator.startsWith('$g') ? order > 0 : order < 0) || (operator.endsWith('e') && order === 0),
      );
    });
  });
}

describe('a filter that an event accepts', () => {
  it('is accepted, and accepted again unchanged', () => {
    fc.assert(
      fc.property(situation, ({ name, filter }) => {
        const event = eventOf(name);
        const first = checkFilter(event, filter);
        const again = checkFilter(event, first.filter);

        expect(first.problems).toEqual([]);
        expect(again).toEqual(first);
        if (first.filter === undefined || again.filter === undefined) return;
        expect(filterText(again.filter)).toBe(filterText(first.filter));
        expect(parseFilter(filterText(first.filter))).toEqual(first.filter);
      }),
      { numRuns: runs(4_000) },
    );
  });

  it('matches as a naive implementation does', () => {
    const seen = { true: 0, false: 0 };
    fc.assert(
      fc.property(situation, ({ name, filter, data }) => {
        const event = eventOf(name);
        const { filter: checked = {} } = checkFilter(event, filter);
        const expected = naivelyMatches(checked, expand(data));

        seen[`${expected}`] += 1;
        expect(matchesFilter(event, checked, data)).toBe(expected);
      }),
      { numRuns: runs(10_000) },
    );

    // Both results are frequent, so the comparison says something.
    expect(Math.min(seen.true, seen.false)).toBeGreaterThan(runs(10_000) / 10);
  });
});

/** The shortest of several calls in milliseconds: another process or a garbage collection delays some of the calls, but not all. */
function shortest(call: () => unknown): number {
  return Math.min(
    ...Array.from({ length: 5 }, () => {
      const started = performance.now();
      call();
      return performance.now() - started;
    }),
  );
}

/** The hostile values have up to a million characters and 50,000 elements: anything but linear work on them takes seconds. */
const LINEAR_MS = 100;

describe('hostile JSON', () => {
  it('is checked as a filter in linear time', () => {
    fc.assert(
      fc.property(names, anyHostileJson, (name, filter) => {
        const event = eventOf(name);
        expect(shortest(() => checkFilter(event, filter))).toBeLessThan(LINEAR_MS);
        const { problems } = checkFilter(event, filter);
        expect(problems.filter(({ detail }) => /__proto__|constructor|hostile/u.test(detail))).toEqual([]);
        expect(problems.length).toBeLessThanOrEqual(50);
      }),
      { numRuns: runs(2_000) },
    );
  });

  it('is read without an exception as a stored filter', () => {
    const stored = names.chain((name) => fc.tuple(fc.constant(name), anyHostileJson, anyData(eventOf(name))));

    fc.assert(
      fc.property(stored, ([name, filter, data]) => {
        expect(typeof matchesFilter(eventOf(name), filter, data)).toBe('boolean');
      }),
      { numRuns: runs(2_000) },
    );
  });

  it('is matched as data in linear time', () => {
    const hostile = names.chain((name) =>
      fc.record({
        name: fc.constant(name),
        filter: anyFilter(eventOf(name)),
        data: anyHostileData(eventOf(name)),
      }),
    );

    fc.assert(
      fc.property(hostile, ({ name, filter, data }) => {
        const event = eventOf(name);
        const { filter: checked } = checkFilter(event, filter);

        expect(shortest(() => matchesFilter(event, checked, data))).toBeLessThan(LINEAR_MS);
      }),
      { numRuns: runs(2_000) },
    );
  });
});
