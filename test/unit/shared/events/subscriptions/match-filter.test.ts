import { describe, expect, it } from 'vitest';
import { createFilterMatcher, matchesFilter } from '#shared/events/subscriptions/match-filter.ts';
import { eventNamed, ORDERED } from '#test/support/builders/events/catalogue-events.ts';

const ID = '0198f39d-8c73-7b19-a4e5-30d6f1827c4b';
const paid = eventNamed('salesbot.store.order_paid');
const sent = eventNamed('salesbot.broadcast.sent');

/** The data of a paid order. */
function order(members: object, contact: object = {}) {
  return { event: 'store.order_paid', contact: { id: ID, ...contact }, order: { id: ID, ...members } };
}

/** Whether an order with this total matches the condition. */
const totalMatches = (total: unknown, condition: object) =>
  matchesFilter(paid, { 'order.total': condition }, order({ total }));

const stageMatches = (contact: object, condition: object) =>
  matchesFilter(paid, { 'contact.stage': condition }, order({}, contact));

const tagsMatch = (tags: unknown, condition: object) =>
  matchesFilter(paid, { 'contact.tags': condition }, order({}, { tags }));

describe('matchesFilter, texts', () => {
  it.each([
    [{ $eq: 'vip' }, true],
    [{ $eq: 'VIP' }, false],
    [{ $ne: 'vip' }, false],
    [{ $ne: 'lead' }, true],
    [{ $in: ['lead', 'vip'] }, true],
    [{ $in: ['lead'] }, false],
    [{ $nin: ['lead', 'vip'] }, false],
    [{ $nin: ['lead'] }, true],
    [{ $startsWith: 'vi' }, true],
    [{ $startsWith: 'ip' }, false],
    [{ $exists: true }, true],
    [{ $exists: false }, false],
    [{ $startsWith: 'v', $ne: 'vip' }, false],
    [{ $startsWith: 'v', $ne: 'vap' }, true],
  ])('compares vip with %j: %j', (condition, expected) => {
    expect(stageMatches({ stage: 'vip' }, condition)).toBe(expected);
  });
});

describe('matchesFilter, a missing field', () => {
  it.each([
    [{ $eq: 'vip' }, false],
    [{ $in: ['vip'] }, false],
    [{ $startsWith: 'v' }, false],
    [{ $exists: true }, false],
    [{ $exists: false }, true],
    [{ $ne: 'vip' }, true],
    [{ $nin: ['vip'] }, true],
  ])('has the result of its operator: %j, %j', (condition, expected) => {
    expect(stageMatches({}, condition)).toBe(expected);
    expect(matchesFilter(paid, { 'contact.stage': condition }, {})).toBe(expected);
  });

  it.each(['$gt', '$gte', '$lt', '$lte'])('does not match %s', (operator) => {
    expect(totalMatches(undefined, { [operator]: '0' })).toBe(false);
    expect(totalMatches(null, { [operator]: '0' })).toBe(false);
  });
});

describe('matchesFilter, decimals', () => {
  it.each([
    ['59.9', { $eq: '59.90' }, true],
    ['059.90', { $in: ['1', '59.9'] }, true],
    ['59.90', { $ne: '59.9' }, false],
    ['59.90', { $nin: ['59.900'] }, false],
    ['-0', { $eq: '0.00' }, true],
    ['9', { $lt: '10' }, true],
    ['10', { $gt: '9' }, true],
    ['-10', { $lt: '-9.5' }, true],
    ['-0.5', { $gt: '-0.25' }, false],
    ['-0.5', { $lt: '0' }, true],
    ['100', { $gte: '100.0' }, true],
    ['100', { $lte: '100.0' }, true],
    ['100', { $gt: '100.0' }, false],
    ['100', { $lt: '100.0' }, false],
    ['100', { $gte: '50', $lt: '100' }, false],
    ['0.1', { $gt: '0.01' }, true],
    ['999999999999999999.999999999999999999', { $gt: '999999999999999999.999999999999999998' }, true],
    ['999999999999999999.999999999999999999', { $eq: '999999999999999999.999999999999999998' }, false],
    ['-999999999999999999.999999999999999999', { $lt: '-999999999999999999.999999999999999998' }, true],
  ])('compares %s exactly with %j: %j', (total, condition, expected) => {
    expect(totalMatches(total, condition)).toBe(expected);
  });
});

describe('matchesFilter, numbers, instants and booleans', () => {
  it.each([
    [9, { $lt: 10 }, true],
    [10, { $gt: 9, $lte: 10 }, true],
    [10, { $gte: 11 }, false],
    [0, { $eq: 0 }, true],
    [0, { $exists: true }, true],
    [Number.MAX_SAFE_INTEGER, { $gt: Number.MAX_SAFE_INTEGER - 1 }, true],
  ])('compares the number %j with %j: %j', (recipients, condition, expected) => {
    const filter = { 'broadcast.recipients': condition };

    expect(matchesFilter(sent, filter, { broadcast: { id: ID, recipients } })).toBe(expected);
  });

  it.each([
    [{ $eq: '2026-03-14T09:26:53.000Z' }, true],
    [{ $gt: '2026-03-14T09:26:52.999Z', $lt: '2026-03-14T09:26:53.001Z' }, true],
    [{ $gt: '2026-03-14T09:26:53.000Z' }, false],
    [{ $lt: '2027-01-01T00:00:00.000Z' }, true],
    [{ $gte: '2026-03-14T09:26:53.000Z', $lte: '2026-03-14T09:26:53.000Z' }, true],
  ])('compares an instant with %j: %j', (condition, expected) => {
    const data = order({}, { created_at: '2026-03-14T09:26:53.000Z' });

    expect(matchesFilter(paid, { 'contact.created_at': condition }, data)).toBe(expected);
  });

  it('distinguishes false from a missing field', () => {
    const filter = { paid: { $eq: false } };

    expect(matchesFilter(ORDERED, filter, { paid: false })).toBe(true);
    expect(matchesFilter(ORDERED, filter, { paid: true })).toBe(false);
    expect(matchesFilter(ORDERED, filter, {})).toBe(false);
    expect(matchesFilter(ORDERED, { paid: { $exists: true } }, { paid: false })).toBe(true);
  });
});

describe('matchesFilter, lists', () => {
  it.each([
    [{ $eq: 'b' }, true],
    [{ $eq: 'c' }, false],
    [{ $in: ['c', 'a'] }, true],
    [{ $ne: 'b' }, false],
    [{ $ne: 'c' }, true],
    [{ $nin: ['c', 'a'] }, false],
    [{ $nin: ['c', 'd'] }, true],
    [{ $startsWith: 'b' }, true],
    [{ $exists: true }, true],
    [{ $eq: 'a', $startsWith: 'b' }, true],
  ])('match if one of the elements does, %j: %j', (condition, expected) => {
    expect(tagsMatch(['a', 'b'], condition)).toBe(expected);
  });

  it.each([
    [{ $eq: 'a' }, false],
    [{ $ne: 'a' }, true],
    [{ $nin: ['a'] }, true],
    [{ $exists: true }, true],
    [{ $exists: false }, false],
  ])('are present although they are empty, %j: %j', (condition, expected) => {
    expect(tagsMatch([], condition)).toBe(expected);
  });

  const items = [
    { sku: 'A-1', price: '9.50', count: 2, labels: ['new'] },
    { sku: 'B-2', price: '20', labels: [] },
  ];

  it.each([
    [{ 'items.sku': { $eq: 'B-2' } }, true],
    [{ 'items.sku': { $eq: 'C-3' } }, false],
    [{ 'items.sku': { $ne: 'A-1' } }, false],
    [{ 'items.price': { $gt: '10' } }, true],
    [{ 'items.price': { $gt: '20' } }, false],
    [{ 'items.count': { $exists: true } }, true],
    [{ 'items.sent_at': { $exists: false } }, true],
    [{ 'items.labels': { $eq: 'new' } }, true],
    [{ 'items.labels': { $nin: ['old', 'new'] } }, false],
    [{ items: { $exists: true } }, true],
    [{ 'items.sku': { $eq: 'A-1' }, 'items.price': { $eq: '20.0' } }, true],
  ])('of objects are on the way of a path, %j: %j', (filter, expected) => {
    expect(matchesFilter(ORDERED, filter, { items })).toBe(expected);
  });

  it.each([
    [{ 'items.sku': { $exists: false } }, true],
    [{ 'items.sku': { $ne: 'A-1' } }, true],
    [{ 'items.sku': { $exists: true } }, false],
    [{ items: { $exists: true } }, true],
  ])('of objects can be empty, %j: %j', (filter, expected) => {
    expect(matchesFilter(ORDERED, filter, { items: [] })).toBe(expected);
  });
});

describe('matchesFilter, filters in filters', () => {
  const vip = { 'contact.stage': { $eq: 'vip' } };
  const large = { 'order.total': { $gte: '100' } };

  it.each([
    ['vip', '100', [true, true, true, false]],
    ['vip', '99', [false, false, true, false]],
    ['lead', '100', [false, false, true, true]],
    ['lead', '99', [false, false, false, true]],
  ])('combines the filters for %s and %s', (stage, total, expected) => {
    const filters = [{ ...vip, ...large }, { $and: [vip, large] }, { $or: [vip, large] }, { $not: vip }];
    const data = order({ total }, { stage });

    expect(filters.map((filter) => matchesFilter(paid, filter, data))).toEqual(expected);
  });

  it('requires each of the entries beside $or', () => {
    const filter = { ...vip, $or: [large, { 'contact.tags': { $eq: 'a' } }] };

    expect(matchesFilter(paid, filter, order({ total: '1' }, { stage: 'vip', tags: ['a'] }))).toBe(true);
    expect(matchesFilter(paid, filter, order({ total: '1' }, { stage: 'vip' }))).toBe(false);
    expect(matchesFilter(paid, filter, order({ total: '100' }, { stage: 'lead' }))).toBe(false);
  });
});

describe('createFilterMatcher', () => {
  it('reads each field once, however many filters have it', () => {
    const event = eventNamed('salesbot.contact.created');
    let reads = 0;
    const contact = new Proxy(
      { tags: Array.from({ length: 100 }, (_, index) => `tag ${index}`) },
      { get: (target, name) => ((reads += 1), Reflect.get(target, name)) },
    );
    const matches = createFilterMatcher(event, { contact });
    const filter = {
      $or: Array.from({ length: 30 }, (_, index) => ({ 'contact.tags': { $eq: `tag ${200 + index}` } })),
    };

    expect(Array.from({ length: 25 }, () => matches(filter))).toEqual(
      Array.from({ length: 25 }, () => false),
    );
    expect(matches({ 'contact.tags': { $eq: 'tag 99' } })).toBe(true);
    expect(reads).toBe(1);
  });
});
