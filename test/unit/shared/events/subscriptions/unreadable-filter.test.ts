import { describe, expect, it } from 'vitest';
import { constant } from '#shared/events/catalogue/field.ts';
import { matchesFilter } from '#shared/events/subscriptions/match-filter.ts';
import { anEventWith, eventNamed, ORDERED } from '#test/support/builders/events/catalogue-events.ts';

const event = eventNamed('salesbot.contact.created');
const data = { contact: { id: '0198f39d-8c73-7b19-a4e5-30d6f1827c4b', stage: 'vip', tags: ['a'] } };

const MATCHING = { 'contact.stage': { $eq: 'vip' } };
const FAILING = { 'contact.stage': { $eq: 'lead' } };

/** Parts that `checkFilter` rejects. */
const UNREADABLE = [
  { 'contact.stage': { $like: 'v%' } },
  { 'contact.stage': { $eq: 'vip', $like: 'v%' } },
  { 'contact.stage': { $gt: 'a' } },
  { 'contact.stage': { $eq: 7 } },
  { 'contact.stage': { $ne: 7 } },
  { 'contact.stage': { $ne: null } },
  { 'contact.stage': { $in: 'vip' } },
  { 'contact.stage': { $in: [] } },
  { 'contact.stage': { $nin: ['lead', 7] } },
  { 'contact.stage': { $exists: 'yes' } },
  { 'contact.stage': {} },
  { 'contact.stage': 'vip' },
  { 'contact.stage': null },
  { 'contact.stage': [{ $eq: 'vip' }] },
  { 'contact.created_at': { $ne: '2026-03-14' } },
  { contact: { $ne: 'vip' } },
  { contact: { stage: { $eq: 'vip' } } },
  { 'contact.nickname': { $ne: 'Ada' } },
  { 'contact.nickname': { $exists: false } },
  { 'contact.tags.0': { $eq: 'a' } },
  { ['x.'.repeat(1_000_000)]: { $exists: false } },
  { '': { $exists: false } },
  { $nor: [FAILING] },
  { $eq: 'vip' },
  { $and: [] },
  { $and: MATCHING },
  { $or: [] },
  { $or: FAILING },
  { $not: [FAILING] },
  { $not: {} },
  {},
  [],
  [MATCHING],
  null,
  undefined,
  true,
  7,
  'vip',
];

describe('matchesFilter, a part that cannot be read', () => {
  it.each(UNREADABLE.map((part) => [JSON.stringify(part)?.slice(0, 60), part]))(
    'never matches, also below $not: %s',
    (_text, part) => {
      expect(matchesFilter(event, part, data)).toBe(false);
      expect(matchesFilter(event, { $not: part }, data)).toBe(false);
      expect(matchesFilter(event, { $not: { $not: part } }, data)).toBe(false);
    },
  );

  it.each(UNREADABLE.map((part) => [JSON.stringify(part)?.slice(0, 60), part]))(
    'decides nothing in $and and $or: %s',
    (_text, part) => {
      expect(matchesFilter(event, { $or: [part, MATCHING] }, data)).toBe(true);
      expect(matchesFilter(event, { $or: [part, FAILING] }, data)).toBe(false);
      expect(matchesFilter(event, { $and: [part, MATCHING] }, data)).toBe(false);
      expect(matchesFilter(event, { $not: { $and: [part, MATCHING] } }, data)).toBe(false);
      expect(matchesFilter(event, { $not: { $and: [part, FAILING] } }, data)).toBe(true);
    },
  );

  it('is nested more than four levels', () => {
    const nested = (levels: number): unknown =>
      Array.from({ length: levels }).reduce((inner) => ({ $and: [inner] }), MATCHING as unknown);

    expect(matchesFilter(event, nested(4), data)).toBe(true);
    expect(matchesFilter(event, nested(5), data)).toBe(false);
    expect(matchesFilter(event, nested(10_000), data)).toBe(false);
  });

  it('is a path of a million names, which costs nothing', () => {
    const filter = { ['.'.repeat(1_000_000)]: { $exists: false } };
    const durations = Array.from({ length: 5 }, () => {
      const started = performance.now();
      matchesFilter(event, filter, data);
      return performance.now() - started;
    });

    expect(Math.min(...durations)).toBeLessThan(1);
  });

  it('contains itself', () => {
    const endless: Record<string, unknown> = {};
    endless['$not'] = endless;

    expect(matchesFilter(event, endless, data)).toBe(false);
  });
});

describe('matchesFilter, own properties', () => {
  const NAMES = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf'];

  it.each(NAMES)('never reads %s of a prototype', (name) => {
    const filters = [`{"${name}":{"$exists":true}}`, `{"${name}":{"$exists":false}}`]
      .concat([`{"contact.${name}":{"$exists":true}}`, `{"contact.${name}.name":{"$exists":true}}`])
      .concat([`{"contact.stage":{"${name}":"vip"}}`, `{"contact.stage.${name}":{"$exists":true}}`]);

    expect(filters.filter((filter) => matchesFilter(event, JSON.parse(filter), data))).toEqual([]);
  });

  it.each(NAMES)('treats %s of the data like a missing field', (name) => {
    // An event of a later version could have a field with such a name.
    const named = anEventWith({ [name]: constant('x') });
    const filter = JSON.parse(`{"${name}":{"$exists":true}}`);

    expect(matchesFilter(named, filter, {})).toBe(false);
  });

  it('ignores other fields in the data', () => {
    const hostile: unknown = JSON.parse('{"__proto__":{"contact":{"stage":"vip"}}}');

    expect(matchesFilter(event, MATCHING, hostile)).toBe(false);
    expect(matchesFilter(event, MATCHING, { contact: hostile })).toBe(false);
    expect(matchesFilter(event, MATCHING, { contact: Object.create({ stage: 'vip' }) })).toBe(false);
  });
});

describe('matchesFilter, a value of another type than its field', () => {
  const odd = [
    7,
    -1.5,
    true,
    false,
    null,
    undefined,
    'x',
    '',
    {},
    [],
    ['x'],
    [[]],
    { id: 'x' },
    NaN,
    Infinity,
  ];

  it.each(['$eq', '$in', '$gt', '$gte', '$lt', '$lte'])('never matches %s', (operator) => {
    const operand = (value: unknown) => ({ [operator]: operator === '$in' ? [value] : value });
    const filters = [
      { 'items.price': operand('0') },
      { 'items.count': operand(1) },
      { 'items.sent_at': operand('2026-03-14T09:26:53.000Z') },
      { prices: operand('0') },
      { times: operand('2026-03-14T09:26:53.000Z') },
    ];
    const values = odd.flatMap((value) => [
      { items: value, prices: value, times: value },
      { items: [value] },
      { items: [{ price: value, count: value === 7 || value === -1.5 ? 'x' : value, sent_at: value }] },
    ]);

    for (const value of values) {
      expect(filters.filter((filter) => matchesFilter(ORDERED, filter, value))).toEqual([]);
    }
  });

  it('matches $ne and $nin, because it equals nothing', () => {
    for (const value of odd) {
      expect(matchesFilter(ORDERED, { prices: { $ne: '1', $nin: ['2'] } }, { prices: value })).toBe(true);
    }
  });

  it('is missing if it is null', () => {
    expect(matchesFilter(ORDERED, { paid: { $exists: false } }, { paid: null })).toBe(true);
    expect(matchesFilter(ORDERED, { 'buyer.name': { $exists: true } }, { buyer: { name: null } })).toBe(
      false,
    );
  });

  it('reads no deeper than the path', () => {
    let nested: unknown = 'x';
    for (let level = 0; level < 10_000; level += 1) nested = [{ items: nested, labels: nested }];

    expect(matchesFilter(ORDERED, { 'items.labels': { $eq: 'x' } }, { items: nested })).toBe(false);
    expect(matchesFilter(ORDERED, { prices: { $eq: '1' } }, { prices: nested })).toBe(false);
    expect(matchesFilter(ORDERED, { prices: { $eq: '1' } }, { prices: '1'.repeat(1_000_000) })).toBe(false);
  });
});
