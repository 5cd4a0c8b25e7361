import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalText } from '#console/screens/webhooks/event-filters/canonical-text.ts';
import {
  asConditions,
  asJson,
  type Condition,
  conditionsOf,
  filterDraftOf,
  filterOf,
  OPERATORS,
  placesOf,
  pointerTo,
  readDraft,
} from '#console/screens/webhooks/event-filters/filter-draft.ts';

const condition = (changed: Partial<Condition> = {}): Condition => ({
  path: 'order.total',
  operator: '$gte',
  type: 'string',
  value: '100',
  ...changed,
});

const names = fc.constantFrom('order.total', 'contact.tags', 'a', '1', '__proto__', '$and', 'x/y~z', '');
const operands = fc.oneof(
  fc.string(),
  fc.constantFrom('100', 'true', ' ', 'a\nb'),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
);
const member = fc.tuple(
  fc.constantFrom(...OPERATORS.map((name) => name.replace(/ .*/u, '')), '$regex'),
  fc.oneof(operands, fc.array(operands, { maxLength: 3 })),
);
const part = fc.array(
  fc.tuple(
    names,
    fc.array(member, { maxLength: 3 }).map((members) => Object.fromEntries(members)),
  ),
  { maxLength: 3 },
);
/** Filters, and objects that are nearly filters. */
const filters = fc
  .tuple(
    part,
    fc.option(
      fc.array(
        part.map((each) => Object.fromEntries(each)),
        { maxLength: 2 },
      ),
    ),
  )
  .map(([entries, more]): Record<string, unknown> =>
    Object.fromEntries([...entries, ...(more ? [['$and', more] as const] : [])]),
  );
const conditions = fc.array(
  fc.record({
    path: fc.constantFrom('order.total', 'contact.tags', '__proto__', ''),
    operator: fc.constantFrom(...OPERATORS),
    type: fc.constant('string' as const),
    value: fc.oneof(fc.string(), fc.constantFrom('1', 'true', 'false', 'vip\npress', '1e400', '-0')),
  }),
  { maxLength: 5 },
);

describe('the conditions of the builder', () => {
  it('convert back to the same filter, whatever filter they show', () => {
    fc.assert(
      fc.property(filters, (filter) => {
        const shown = conditionsOf(filter);
        if (shown) expect(canonicalText(filterOf(shown))).toBe(canonicalText(filter));
      }),
    );
  });

  it('are shown again for every filter that they make', () => {
    fc.assert(
      fc.property(conditions, (rows) => {
        const filter = filterOf(rows);
        const shown = filter && conditionsOf(filter);
        if (filter) expect(shown && canonicalText(filterOf(shown))).toBe(canonicalText(filter));
      }),
    );
  });

  it.each([
    ['a comparison', { 'order.total': { $gte: '100' } }],
    ['two operators of a field', { 'order.total': { $gte: '100', $lt: '200' } }],
    ['a list of values', { 'contact.tags': { $in: ['vip', 'press'] } }],
    ['numbers and booleans', { 'order.items': { $gt: 2 }, 'data.test': { $eq: false } }],
    ['a missing field', { 'contact.email': { $exists: false } }],
    ['two tags', { 'contact.tags': { $eq: 'vip' }, $and: [{ 'contact.tags': { $eq: 'press' } }] }],
  ])('show %s', (_, filter) => {
    expect(filterDraftOf(filter).text).toBeUndefined();
  });

  it.each([
    ['$or', { $or: [{ a: { $eq: '1' } }] }],
    ['$not', { $not: { a: { $eq: '1' } } }],
    ['an $and that they would write differently', { $and: [{ a: { $eq: '1' } }] }],
    ['an unknown operator', { a: { $regex: 'x' } }],
    ['values of two types', { a: { $in: ['1', 1] } }],
    ['a value with a line break in a list', { a: { $in: ['1\n2'] } }],
    ['a value with a line break', { a: { $eq: '1\n2' } }],
    ['a wrong operand of $exists', { a: { $exists: 'true' } }],
    ['a nested object', { contact: { stage: 'vip' } }],
    ['an empty object', {}],
  ])('do not show %s, which opens as JSON', (_, filter) => {
    const draft = filterDraftOf(filter as Record<string, unknown>);

    expect(JSON.parse(draft.text ?? '')).toEqual(filter);
    expect(asConditions(draft)).toBeUndefined();
  });

  it('send a text that is no number as it is, so that the API reports it', () => {
    const row = condition({ type: 'number', value: 'many' });

    expect(filterOf([row])).toEqual({ 'order.total': { $gte: 'many' } });
    expect(filterOf([{ ...row, value: ' 12 ' }])).toEqual({ 'order.total': { $gte: 12 } });
  });

  it('can compare a field with a value after they asked whether it exists', () => {
    const [row] = conditionsOf({ 'contact.id': { $exists: true } }) ?? [];

    expect(row && filterOf([{ ...row, operator: '$eq', value: 'x' }])).toEqual({
      'contact.id': { $eq: 'x' },
    });
  });

  it('are no filter without a field', () => {
    expect(filterOf([])).toBeNull();
    expect(filterOf([condition({ path: '' })])).toBeNull();
  });
});

describe('placesOf', () => {
  it('names the place of each row in the filter', () => {
    const twice = condition({ path: 'contact.tags', operator: '$eq', value: 'vip' });
    const rows = [condition(), condition({ path: '' }), twice, { ...twice, value: 'press' }];

    expect(placesOf(rows)).toEqual([
      ['order.total', '$gte'],
      undefined,
      ['contact.tags', '$eq'],
      ['$and', '0', 'contact.tags', '$eq'],
    ]);
    expect(filterOf(rows)).toEqual({
      'order.total': { $gte: '100' },
      'contact.tags': { $eq: 'vip' },
      $and: [{ 'contact.tags': { $eq: 'press' } }],
    });
  });

  it('makes the pointers of the API', () => {
    expect(pointerTo('#/subscriptions/0/filter', ['order.total', '$gte'])).toBe(
      '#/subscriptions/0/filter/order.total/%24gte',
    );
    expect(pointerTo('#', ['a/b~c'])).toBe('#/a~1b~0c');
  });
});

describe('the switch between both views', () => {
  it('keeps rows that are not finished', () => {
    const draft = { conditions: [condition({ value: '' }), condition({ path: '' })], text: undefined };

    expect(asConditions(asJson(draft))).toEqual(draft);
  });

  it('shows what was typed as JSON', () => {
    const draft = { conditions: [], text: '{"contact.stage": {"$ne": "lead"}}' };

    expect(asConditions(draft)?.conditions).toEqual([
      { path: 'contact.stage', operator: '$ne', type: 'string', value: 'lead' },
    ]);
  });

  it.each(['{"a"', '[]', 'null', '"text"', '{"$or": []}'])('stays with JSON for %s', (text) => {
    expect(asConditions({ conditions: [], text })).toBeUndefined();
  });
});

describe('readDraft', () => {
  it.each([
    ['{"a":', 'not valid JSON'],
    ['[1]', 'is a JSON object'],
  ])('says why %s is no filter', (text, problem) => {
    expect(readDraft({ conditions: [], text })).toEqual({ problem: expect.stringContaining(problem) });
  });

  it('has no filter without text', () => {
    expect(readDraft({ conditions: [condition()], text: ' \n' })).toEqual({ filter: null });
  });
});
