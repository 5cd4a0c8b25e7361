import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { PROBLEMS } from '#shared/api-docs/problems.ts';
import { EVENT_CATALOGUE } from '#shared/events/catalogue/event-catalogue.ts';
import { text } from '#shared/events/catalogue/fields.ts';
import { checkFilter } from '#shared/events/subscriptions/check-filter.ts';
import { FILTER_BYTES, FILTER_CODES } from '#shared/events/subscriptions/event-filter.ts';
import { pathsBelow } from '#shared/events/subscriptions/filter-path.ts';
import { anEventWith, eventNamed, ORDERED } from '#test/support/builders/events/catalogue-events.ts';

const ID = '0198f39d-8c73-7b19-a4e5-30d6f1827c4b';
const created = eventNamed('salesbot.contact.created');
const paid = eventNamed('salesbot.store.order_paid');
const sent = eventNamed('salesbot.message.sent');
const started = eventNamed('salesbot.broadcast.sent');
const dated = eventNamed('salesbot.contact.date_reached');

/** Place and code of each problem. */
function problemsOf(filter: unknown, event = paid): string[] {
  return checkFilter(event, filter).problems.map(({ path, code }) => `${path.join('/')} ${code}`);
}

/** Details of all problems. */
function detailsOf(filter: unknown, event = paid): string[] {
  return checkFilter(event, filter).problems.map(({ detail }) => detail);
}

describe('checkFilter, accepted filters', () => {
  it('returns the filter with normalised operands and sorted keys', () => {
    const { filter } = checkFilter(paid, {
      'contact.id': { $ne: ID.toUpperCase() },
      $or: [
        { 'order.total': { $lt: '200', $gte: '100' } },
        { 'contact.created_at': { $gt: '2026-03-14T10:26:53+01:00' } },
      ],
      $not: { 'contact.tags': { $in: ['a', 'b'], $exists: true } },
      $and: [{ 'contact.email': { $startsWith: 'Ada@' } }],
    });

    expect(JSON.stringify(filter)).toBe(
      '{"$and":[{"contact.email":{"$startsWith":"Ada@"}}],' +
        '"$not":{"contact.tags":{"$exists":true,"$in":["a","b"]}},' +
        '"$or":[{"order.total":{"$gte":"100","$lt":"200"}},' +
        '{"contact.created_at":{"$gt":"2026-03-14T09:26:53.000Z"}}],' +
        `"contact.id":{"$ne":"${ID}"}}`,
    );
  });

  it.each([
    [paid, { 'order.total': { $eq: '1', $ne: '1', $in: ['1'], $nin: ['1'], $gt: '1', $gte: '1', $lt: '1' } }],
    [paid, { 'order.currency': { $in: ['EUR', 'USD'] } }],
    [paid, { contact: { $exists: false } }],
    [paid, { event: { $eq: 'store.order_paid' } }],
    [sent, { channel: { $nin: ['sms'] }, 'message.direction': { $eq: 'out' } }],
    [started, { 'broadcast.failed': { $gt: 0 } }],
    [eventNamed('publishing.post.deleted'), { ids: { $eq: ID }, to_trash: { $eq: false } }],
    [eventNamed('publishing.account.deleted'), { deleted: { $eq: true } }],
    [ORDERED, { items: { $exists: true }, 'items.labels': { $startsWith: 'x' }, 'items.count': { $lt: 3 } }],
    [ORDERED, { 'buyer.address.city': { $eq: 'Rome' } }],
  ])('accepts fields of each type: %#', (event, filter) => {
    expect(checkFilter(event, filter)).toEqual({ filter, problems: [] });
  });

  it('truncates a text like the text of an event', () => {
    const { filter } = checkFilter(eventNamed('salesbot.contact.tagged'), {
      tag: { $eq: 'x'.repeat(1_001) },
    });

    expect(filter).toEqual({ tag: { $eq: 'x'.repeat(1_000) } });
  });

  it.each(EVENT_CATALOGUE)('accepts each field of $name', (event) => {
    for (const path of pathsBelow(event.fields.type, [])) {
      expect(problemsOf({ [path]: { $exists: true } }, event)).toEqual([]);
    }
  });
});

describe('checkFilter, the form of a filter', () => {
  it.each([null, undefined, true, 7, 'vip', [], [{}]])('rejects %j, which is no object', (filter) => {
    expect(problemsOf(filter)).toEqual([' invalid_type']);
    expect(problemsOf({ $not: filter })).toEqual(['$not invalid_type']);
    expect(problemsOf({ $or: [{ event: { $exists: true } }, filter] })).toEqual(['$or/1 invalid_type']);
    expect(detailsOf(filter)).toEqual(['Use a JSON object such as {"event": {"$exists": true}}.']);
  });

  it('rejects empty filters, conditions and lists', () => {
    expect(problemsOf({})).toEqual([' required']);
    expect(
      problemsOf({
        $and: [],
        $or: [{}],
        $not: {},
        'contact.stage': {},
        'contact.name': { $in: [], $nin: [] },
      }),
    ).toEqual([
      '$and required',
      '$or/0 required',
      '$not required',
      'contact.stage required',
      'contact.name/$in required',
      'contact.name/$nin required',
    ]);
  });

  it.each([null, true, 7, 'x', {}])('rejects %j instead of an array', (list) => {
    expect(problemsOf({ $and: list, $or: list, 'contact.stage': { $in: list, $nin: list } })).toEqual([
      '$and invalid_type',
      '$or invalid_type',
      'contact.stage/$in invalid_type',
      'contact.stage/$nin invalid_type',
    ]);
  });

  it.each(['vip', 7, true, null, ['vip']])('rejects %j instead of a condition, and shows one', (value) => {
    expect(problemsOf({ 'contact.stage': value, contact: value, 'contact.nickname': value })).toEqual([
      'contact.stage invalid_type',
      'contact invalid_type',
      'contact.nickname filter_path_unknown',
      'contact.nickname invalid_type',
    ]);
    expect(detailsOf({ 'contact.stage': value, contact: value })).toEqual([
      'Use a condition such as {"$eq": …}. The operators are $eq, $ne, $in, $nin, $startsWith, $exists.',
      'Use a condition such as {"$exists": true}. The operators are $exists.',
    ]);
  });
});

describe('checkFilter, paths', () => {
  it.each([
    ['', 'event, contact.id'],
    ['contacts.stage', 'event, contact.id'],
    ['contact.nickname', 'contact.id, contact.name, contact.email'],
    ['contact.', 'contact.id'],
    ['contact.stage.x', 'contact.id'],
    ['contact.tags.0', 'contact.id'],
    ['.contact', 'event'],
    ['data.contact.id', 'event'],
    ['order.total.x.y', 'order.id, order.number'],
    ['constructor', 'event'],
    ['toString', 'event'],
    ['contact.constructor', 'contact.id'],
    ['contact.__proto__.id', 'contact.id'],
  ])('rejects the unknown path %j and lists the fields of the nearest object', (path, fields) => {
    const { problems } = checkFilter(paid, { [path]: { $exists: true } });

    expect(problems.map(({ code, path: place }) => [code, ...place])).toEqual([
      ['filter_path_unknown', path],
    ]);
    expect(problems[0]?.detail.split(fields)[0]).toBe('No such field. Use one of ');
  });

  it('rejects __proto__ as a path and as an operator', () => {
    expect(problemsOf(JSON.parse('{"__proto__":{"$exists":true}}'))).toEqual([
      '__proto__ filter_path_unknown',
    ]);
    expect(problemsOf(JSON.parse('{"contact.stage":{"__proto__":{"$eq":1}}}'))).toEqual([
      'contact.stage/__proto__ filter_operator_unknown',
    ]);
  });

  it('never repeats names of the caller', () => {
    const details = detailsOf({
      'contact.secret': { $eq: 1 },
      secret: 1,
      $secret: 1,
      'contact.stage': { secret: 1 },
    });

    expect(details.length).toBeGreaterThan(3);
    expect(details.filter((detail) => detail.includes('secret'))).toEqual([]);
  });

  it('also reports unknown operators of an unknown field', () => {
    expect(problemsOf({ nickname: { $like: 'x', $eq: 'x' } })).toEqual([
      'nickname filter_path_unknown',
      'nickname/$like filter_operator_unknown',
    ]);
  });
});

describe('checkFilter, operators', () => {
  it.each(['$like', '$regex', '$not', '$and', 'eq', '', 'constructor', '$EQ'])(
    'rejects the unknown operator %j in a condition',
    (operator) => {
      const filter = { 'contact.stage': { [operator]: 'vip' } };

      expect(problemsOf(filter)).toEqual([`contact.stage/${operator} filter_operator_unknown`]);
      expect(detailsOf(filter)).toEqual(['Use one of $eq, $ne, $in, $nin, $startsWith, $exists.']);
    },
  );

  it.each(['$nor', '$eq', '$exists', '$'])('rejects %s beside the fields', (operator) => {
    const filter = { $and: [{ [operator]: 'vip' }] };

    expect(problemsOf(filter)).toEqual([`$and/0/${operator} filter_operator_unknown`]);
    expect(detailsOf(filter)[0]).toMatch(/\$and, \$or, \$not\..*\$eq, \$ne, \$in/u);
  });

  it('explains how a field of an object is named', () => {
    expect(detailsOf({ contact: { stage: { $eq: 'vip' } } })).toEqual([
      expect.stringContaining('use one of contact.id, contact.name, '),
    ]);
    expect(detailsOf({ order: { $eq: ID } })).toEqual([
      'order accepts only $exists. To compare a field of the object, use one of order.id, order.number, ' +
        'order.total, order.currency, order.status, order.provider.',
    ]);
  });

  const all = {
    $eq: 0,
    $ne: 0,
    $in: 0,
    $nin: 0,
    $gt: 0,
    $gte: 0,
    $lt: 0,
    $lte: 0,
    $startsWith: 0,
    $exists: 0,
  };

  it.each([
    [paid, 'contact.stage', '$gt $gte $lt $lte'],
    [paid, 'contact.tags', '$gt $gte $lt $lte'],
    [paid, 'contact.id', '$gt $gte $lt $lte $startsWith'],
    [paid, 'order.currency', '$gt $gte $lt $lte $startsWith'],
    [paid, 'event', '$gt $gte $lt $lte $startsWith'],
    [sent, 'channel', '$gt $gte $lt $lte $startsWith'],
    [sent, 'message.direction', '$gt $gte $lt $lte $startsWith'],
    [ORDERED, 'paid', '$gt $gte $lt $lte $startsWith'],
    [paid, 'order.total', '$startsWith'],
    [paid, 'contact.created_at', '$startsWith'],
    [started, 'broadcast.sent', '$startsWith'],
    [ORDERED, 'prices', '$startsWith'],
    [ORDERED, 'items.price', '$startsWith'],
    [paid, 'contact', '$eq $ne $in $nin $gt $gte $lt $lte $startsWith'],
    [ORDERED, 'items', '$eq $ne $in $nin $gt $gte $lt $lte $startsWith'],
  ])('rejects the operators that a field does not accept, %#: %s', (event, path, expected) => {
    const found = checkFilter(event, { [path]: all }).problems.filter(
      ({ code }) => code === 'filter_operator_not_allowed',
    );

    expect(found.map((problem) => problem.path[1]).join(' ')).toBe(expected);
  });
});

describe('checkFilter, operands', () => {
  it.each([
    [paid, 'contact.stage', 7, 'invalid_type'],
    [paid, 'contact.stage', {}, 'invalid_type'],
    [paid, 'contact.stage', ['vip'], 'invalid_type'],
    [paid, 'contact.stage', 'a\u0000b', 'invalid_characters'],
    [paid, 'contact.tags', 7, 'invalid_type'],
    [paid, 'contact.tags', ['a'], 'invalid_type'],
    [paid, 'contact.id', 'x', 'invalid_format'],
    [paid, 'order.total', 100, 'invalid_type'],
    [paid, 'order.total', '1e3', 'invalid_format'],
    [paid, 'order.total', '1234567890123456789', 'invalid_format'],
    [paid, 'order.currency', 'eur', 'invalid_format'],
    [paid, 'contact.created_at', '2026-02-30T00:00:00Z', 'invalid_format'],
    [paid, 'contact.created_at', '2026-03-14', 'invalid_format'],
    [paid, 'contact.created_at', 1_773_480_413, 'invalid_type'],
    [paid, 'event', 'store.order_created', 'invalid_format'],
    [paid, 'event', 7, 'invalid_type'],
    [sent, 'channel', 'fax', 'channel_unknown'],
    [sent, 'message.direction', 'up', 'invalid_format'],
    [started, 'broadcast.sent', '7', 'invalid_type'],
    [started, 'broadcast.sent', 1.5, 'invalid_type'],
    [started, 'broadcast.sent', -1, 'out_of_range'],
    [started, 'broadcast.sent', Number.MAX_SAFE_INTEGER + 1, 'out_of_range'],
    [started, 'broadcast.sent', Number.POSITIVE_INFINITY, 'invalid_type'],
    [started, 'broadcast.sent', Number.NaN, 'invalid_format'],
    [ORDERED, 'paid', 'true', 'invalid_type'],
    [ORDERED, 'paid', 1, 'invalid_type'],
    [eventNamed('publishing.account.deleted'), 'deleted', false, 'invalid_format'],
    [dated, 'date.field', true, 'invalid_type'],
  ])('must be a value that the field accepts, %#: %s, %j, %s', (event, path, operand, code) => {
    const filter = { [path]: { $eq: operand, $in: [operand] } };

    expect(problemsOf(filter, event)).toEqual([`${path}/$eq ${code}`, `${path}/$in/0 ${code}`]);
  });

  it.each(['contact.stage', 'contact.id', 'order.total', 'contact.created_at', 'contact.tags', 'event'])(
    'have a value, because %s is omitted without a value',
    (path) => {
      const filter = { [path]: { $eq: null, $ne: '', $nin: ['', null] } };

      expect(problemsOf(filter)).toEqual([
        `${path}/$eq invalid_type`,
        `${path}/$ne required`,
        `${path}/$nin/0 required`,
        `${path}/$nin/1 invalid_type`,
      ]);
      expect(new Set(detailsOf(filter))).toEqual(new Set([expect.stringContaining('{"$exists": false}')]));
    },
  );

  it.each([null, 'true', 1, 0, {}, []])('of $exists are booleans, not %j', (operand) => {
    expect(problemsOf({ contact: { $exists: operand } })).toEqual(['contact/$exists invalid_type']);
  });

  it('are named by their JSON type or by the only value of the field', () => {
    expect(detailsOf({ 'contact.stage': { $eq: 7 }, event: { $eq: 'x' } })).toEqual([
      'Use a string.',
      'Use "store.order_paid".',
    ]);
    expect(detailsOf({ paid: { $eq: 1 }, 'items.count': { $eq: 'x' } }, ORDERED)).toEqual([
      'Use a boolean.',
      'Use a number.',
    ]);
  });
});

describe('checkFilter, limits', () => {
  const leaf = { 'contact.stage': { $eq: 'vip' } };
  const WRAPS = [
    ['$and', (inner: unknown) => ({ $and: [inner] }), '0'],
    ['$or', (inner: unknown) => ({ $or: [inner] }), '0'],
    ['$not', (inner: unknown) => ({ $not: inner }), ''],
  ] as const;

  it.each(WRAPS)('accepts four levels of %s, and rejects the fifth', (key, wrap, index) => {
    const four = wrap(wrap(wrap(wrap(leaf))));
    const place = Array.from({ length: 4 }, () => (index === '' ? key : `${key}/${index}`)).join('/');

    expect(problemsOf(four, created)).toEqual([]);
    expect(problemsOf(wrap(four), created)).toEqual([`${place}/${key} filter_too_deep`]);
  });

  it('rejects five levels of different operators', () => {
    expect(problemsOf({ $not: { $or: [{ $and: [{ $not: { $or: [leaf] } }] }] } })).toEqual([
      '$not/$or/0/$and/0/$not/$or filter_too_deep',
    ]);
  });

  /** A filter whose stored text has this many bytes. */
  const sized = (bytes: number, character = 'x') => {
    const frame = '{"contact.name":{"$in":["",""]}}'.length;
    const first = character.repeat(Math.floor((bytes - frame) / 2 / Buffer.byteLength(character)));
    const rest = bytes - frame - Buffer.byteLength(first);
    return { 'contact.name': { $in: [first, 'y'.repeat(rest)] } };
  };

  it.each(['x', 'é', '💡'])('accepts 1,024 bytes of UTF-8 with %s, and rejects one more', (character) => {
    const exact = sized(FILTER_BYTES, character);

    expect(Buffer.byteLength(JSON.stringify(exact))).toBe(1_024);
    expect(problemsOf(exact)).toEqual([]);
    expect(problemsOf(sized(FILTER_BYTES + 1, character))).toEqual([' filter_too_large']);
  });

  it('measures the filter with its normalised operands', () => {
    const short = { 'contact.created_at': { $in: Array.from({ length: 40 }, () => '2026-03-14T09:26:53Z') } };

    expect(JSON.stringify(short).length).toBeLessThan(FILTER_BYTES);
    expect(problemsOf(short)).toEqual([' filter_too_large']);
  });

  it('reports at most 50 problems, also if the last field has two', () => {
    const unknown = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`x${index}`, 1]));

    expect(problemsOf({ event: { $eq: 7 }, ...unknown })).toHaveLength(50);
  });

  it('stops at 50 problems', () => {
    let checks = 0;
    const accepts = v.pipe(
      v.unknown(),
      v.check(() => (checks += 1) === 0),
    );
    const filter = { tag: { $in: Array.from({ length: 200 }, () => 7) } };

    expect(problemsOf(filter, anEventWith({ tag: { ...text, accepts } }))).toHaveLength(50);
    expect(checks).toBe(50);
  });

  const deep = (levels: number) =>
    Array.from({ length: levels }).reduce((inner) => ({ $not: inner }), leaf as unknown);

  it.each([
    ['a long list', { 'contact.stage': { $in: Array.from({ length: 500_000 }, () => 'x') } }],
    ['many fields', Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`x${index}`, 1]))],
    ['a long text', { 'contact.stage': { $eq: 'x'.repeat(200_000) } }],
    ['a long path', { ['x.'.repeat(100_000)]: { $eq: 'x' } }],
    ['a long operator', { 'contact.stage': { ['$'.repeat(200_000)]: 1 } }],
    ['100,000 levels', deep(100_000)],
    [
      'wide lists in lists',
      { $and: Array.from({ length: 1_000 }, () => Array.from({ length: 1_000 }, () => 1)) },
    ],
  ])('rejects %s without a look at its parts', (_what, filter) => {
    expect(problemsOf(filter)).toEqual([' filter_too_large']);
  });
});

describe('FILTER_CODES', () => {
  it('are codes of validation errors', () => {
    expect(FILTER_CODES.map((code) => PROBLEMS[code].status)).toEqual(FILTER_CODES.map(() => 422));
  });
});
