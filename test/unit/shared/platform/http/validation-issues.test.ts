import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { type ErrorCode, ValidationError } from '#shared/platform/core/errors.ts';
import { issue } from '#shared/platform/core/issue.ts';
import { strictFields } from '#shared/platform/core/json-object.ts';
import { parseContent, type Source } from '#shared/platform/http/read-request.ts';

const BODY: Source = { in: 'body' };
const QUERY: Source = { in: 'query' };
const RULES = { readOnlyFields: ['id'], omitted: 'default' } as const;

/** The error of a value, or undefined if it is accepted. */
function rejectionOf(
  schema: v.GenericSchema,
  value: unknown,
  source: Source = BODY,
  readOnlyFields: readonly string[] = [],
): ValidationError | undefined {
  try {
    parseContent(schema, value, source, { readOnlyFields, omitted: 'default' });
    return undefined;
  } catch (error) {
    if (error instanceof ValidationError) return error;
    throw error;
  }
}

/** The error of a value outside an enumeration. */
const CHOICES: readonly (readonly [kind: string, v.GenericSchema, Source, string])[] = [
  ['body', v.strictObject({ a: v.picklist(['x', 'y']) }), BODY, 'Use one of x, y.'],
  ['query', v.strictObject({ a: v.picklist(['x', 'y']) }), QUERY, 'Use one of x, y.'],
  ['query, of one', v.strictObject({ a: v.literal('true') }), QUERY, 'Use true.'],
];

/** A schema, a value it rejects, and the code and pointer of the issue. */
const ISSUES: readonly (readonly [kind: string, v.GenericSchema, unknown, ErrorCode, string])[] = [
  ['string', v.strictObject({ a: v.string() }), { a: 1 }, 'invalid_type', '#/a'],
  ['boolean, not coerced', v.strictObject({ a: v.boolean() }), { a: 'true' }, 'invalid_type', '#/a'],
  ['array', v.strictObject({ a: v.array(v.string()) }), { a: {} }, 'invalid_type', '#/a'],
  ['record', v.record(v.string(), v.unknown()), null, 'invalid_type', '#'],
  ['null where nothing is nullable', v.strictObject({ a: v.string() }), { a: null }, 'invalid_type', '#/a'],
  ['strict object', v.strictObject({}), 'text', 'invalid_type', '#'],
  ['null for a strict object', v.strictObject({}), null, 'invalid_type', '#'],
  ['missing key', v.strictObject({ a: v.string() }), {}, 'required', '#/a'],
  [
    'missing nested key',
    v.strictObject({ a: v.array(v.strictObject({ b: v.string() })) }),
    { a: [{}] },
    'required',
    '#/a/0/b',
  ],
  ['missing key of a loose object', v.object({ a: v.string() }), {}, 'required', '#/a'],
  ['unknown key', v.strictObject({}), { a: 1 }, 'unknown_field', '#/a'],
  ['name of a prototype property', v.strictObject({}), { constructor: 1 }, 'unknown_field', '#/constructor'],
  ['prototype itself', v.strictObject({}), JSON.parse('{"__proto__":1}'), 'unknown_field', '#/__proto__'],
  ['min_length of a text', v.pipe(v.string(), v.minLength(2)), 'x', 'too_short', '#'],
  ['max_length of a text', v.pipe(v.string(), v.maxLength(1)), 'xx', 'too_long', '#'],
  ['min_length of a list', v.pipe(v.array(v.string()), v.minLength(1)), [], 'too_few_items', '#'],
  ['max_length of a list', v.pipe(v.array(v.string()), v.maxLength(1)), ['a', 'b'], 'too_many_items', '#'],
  ['min_code_points', v.pipe(v.string(), v.minCodePoints(2)), '🙂', 'too_short', '#'],
  ['max_code_points', v.pipe(v.string(), v.maxCodePoints(1)), '🙂🙂', 'too_long', '#'],
  ['non_empty', v.pipe(v.string(), v.nonEmpty()), '', 'too_short', '#'],
  ['min_value', v.pipe(v.number(), v.minValue(1)), 0, 'out_of_range', '#'],
  ['max_value', v.pipe(v.number(), v.maxValue(1)), 2, 'out_of_range', '#'],
  ['integer', v.pipe(v.number(), v.integer()), 1.5, 'invalid_type', '#'],
  ['safe_integer', v.pipe(v.number(), v.safeInteger()), 2 ** 60, 'out_of_range', '#'],
  ['picklist of another text', v.picklist(['a', 'b']), 'c', 'invalid_format', '#'],
  ['picklist of another type', v.picklist(['a', 'b']), 1, 'invalid_type', '#'],
  ['literal of another text', v.literal('true'), 'false', 'invalid_format', '#'],
  ['literal of another type', v.literal('true'), true, 'invalid_type', '#'],
  ['uuid', v.pipe(v.string(), v.uuid()), 'x', 'invalid_format', '#'],
  ['regex', v.pipe(v.string(), v.regex(/^a$/u)), 'b', 'invalid_format', '#'],
];

/** A schema, a value it rejects, and the sentence that says what to send. */
const SENTENCES: readonly (readonly [v.GenericSchema, unknown, string])[] = [
  [v.string(), 1, 'Send a string.'],
  [v.number(), '1', 'Send a number.'],
  [v.boolean(), 'true', 'Send true or false.'],
  [v.array(v.string()), {}, 'Send an array.'],
  [v.strictObject({}), 'x', 'Send an object.'],
  [v.union([v.string(), v.number()]), true, 'Send a string or a number.'],
  [v.pipe(v.string(), v.minLength(1)), '', 'Use at least 1 character.'],
  [v.pipe(v.string(), v.maxLength(2)), 'abc', 'Use at most 2 characters.'],
  [v.pipe(v.array(v.string()), v.minLength(1)), [], 'Send at least 1 item.'],
  [v.pipe(v.array(v.string()), v.maxLength(1)), ['a', 'b'], 'Send at most 1 item.'],
  [v.pipe(v.number(), v.minValue(1)), 0, 'Use a number of at least 1.'],
  [v.pipe(v.number(), v.maxValue(20)), 21, 'Use a number of at most 20.'],
  [v.pipe(v.number(), v.safeInteger()), 1.5, 'Use a whole number.'],
  [v.pipe(v.number(), v.safeInteger()), 2 ** 60, 'Use a number from -9007199254740991 to 9007199254740991.'],
  [v.pipe(v.string(), v.uuid()), 'x', 'Use a UUID.'],
  [v.pipe(v.string(), v.regex(/^a+$/u)), 'b', 'Use a value that matches the regular expression ^a+$.'],
];

describe('parseContent, an invalid value', () => {
  it.each(SENTENCES)('says what to send instead, case %#', (schema, value, sentence) => {
    expect(rejectionOf(schema, value)?.issues[0]?.detail).toBe(sentence);
  });

  it.each(ISSUES)('reports %s by code and pointer', (_, schema, value, code, pointer) => {
    expect(rejectionOf(schema, value)?.issues).toEqual([
      { code, pointer, detail: expect.stringMatching(/\.$/u) },
    ]);
  });

  it.each(CHOICES)('lists the allowed values of a %s', (_, schema, source, detail) => {
    expect(rejectionOf(schema, { a: 'z' }, source)?.issues[0]?.detail).toBe(detail);
  });

  it('takes code and sentence from our own checks', () => {
    const schema = v.pipe(
      v.string(),
      v.check(() => false, issue('invalid_characters', 'Use one line.')),
    );

    expect(rejectionOf(schema, 'x')?.issues).toEqual([
      { code: 'invalid_characters', pointer: '#', detail: 'Use one line.' },
    ]);
  });

  it('does not mistake a message for a code', () => {
    const schema = v.pipe(
      v.string(),
      v.check(() => false, 'note: not a code'),
    );

    expect(rejectionOf(schema, 'x')?.issues[0]?.code).toBe('invalid_type');
  });

  it('never repeats the rejected value', () => {
    const schema = v.strictObject({ a: v.picklist(['x']), b: v.boolean() });

    expect(JSON.stringify(rejectionOf(schema, { a: 'pa$$word', b: 'hunter2' })?.issues)).not.toMatch(
      /pa\$|hunter/u,
    );
  });

  it('returns the output of the schema for a valid value', () => {
    expect(parseContent(v.pipe(v.string(), v.trim()), ' a ', BODY)).toBe('a');
  });
});

describe('parseContent, pointers (RFC 6901, 6)', () => {
  it.each([
    ['a/b', '#/a~1b'],
    ['a~b', '#/a~0b'],
    ['~1', '#/~01'],
    ['a b%', '#/a%20b%25'],
    ['ä', '#/%C3%A4'],
    ['"', '#/%22'],
    ['', '#/'],
  ])('escapes the field %j', (member, pointer) => {
    expect(rejectionOf(strictFields({}), { [member]: 1 })?.issues[0]?.pointer).toBe(pointer);
  });

  it('reports a field name with half a surrogate pair, which no URI can contain', () => {
    expect(rejectionOf(strictFields({}), { '\ud800': 1 })?.issues[0]?.pointer).toBe('#/%EF%BF%BD');
  });

  it('starts at the position of the value in the body', () => {
    const source: Source = { in: 'body', at: '#/data' };

    expect(rejectionOf(strictFields({ order: v.string() }), {}, source)?.issues[0]?.pointer).toBe(
      '#/data/order',
    );
    expect(rejectionOf(strictFields({}), 1, source)?.issues[0]?.pointer).toBe('#/data');
  });
});

describe('parseContent, fields that only responses have', () => {
  it('reports them as not updatable instead of unknown', () => {
    const rejection = rejectionOf(strictFields({}), { id: 'x', color: 'red' }, BODY, ['id']);

    expect(rejection?.issues.map(({ code, pointer }) => [pointer, code])).toEqual([
      ['#/id', 'field_not_updatable'],
      ['#/color', 'unknown_field'],
    ]);
  });

  it('applies to fields of the body itself, not of nested objects', () => {
    const schema = strictFields({ item: v.strictObject({}) });

    expect(rejectionOf(schema, { item: { id: 'x' } }, BODY, ['id', 'item'])?.code).toBe('unknown_field');
  });
});

describe('parseContent, query parameters', () => {
  it('identifies the parameter instead of a pointer', () => {
    expect(
      rejectionOf(
        strictFields({ limit: v.pipe(v.string(), v.digits(issue('invalid_type', 'No.'))) }),
        { limit: 'x' },
        QUERY,
      )?.issues,
    ).toEqual([{ code: 'invalid_type', parameter: 'limit', detail: 'No.' }]);
  });

  it('reports an unknown one as unknown_parameter, even one that bodies could not set', () => {
    const rejection = rejectionOf(strictFields({}), { id: '1', x: '2' }, QUERY, ['id']);

    expect(rejection?.code).toBe('unknown_parameter');
    expect(rejection?.issues.map(({ parameter }) => parameter)).toEqual(['id', 'x']);
  });
});

describe('ValidationError, the top-level code', () => {
  const schema = strictFields({ a: v.string(), b: v.string(), c: v.optional(v.boolean()) });

  it('is the code that all entries share, with the sentence of a single one', () => {
    expect(rejectionOf(schema, { a: 'x' })).toMatchObject({
      code: 'required',
      message: 'The field is required.',
    });
    expect(rejectionOf(schema, {})).toMatchObject({
      code: 'required',
      message: 'The request has 2 validation errors.',
    });
  });

  it('is validation_failed when they differ', () => {
    const rejection = rejectionOf(schema, { a: 'x', c: 'yes' });

    expect(rejection).toMatchObject({
      code: 'validation_failed',
      message: 'The request has 2 validation errors.',
    });
    expect(rejection?.issues.map(({ code }) => code)).toEqual(['required', 'invalid_type']);
  });
});

describe('parseContent, many unknown fields', () => {
  it('reports each of them, wherever they are', () => {
    const schema = strictFields({ items: v.array(strictFields({ a: v.optional(v.string()) })) });
    const rejection = rejectionOf(schema, { x: 1, y: 2, items: [{ p: 1, q: 2 }, { a: 3 }, { r: 4 }] });

    expect(rejection?.issues.map(({ code, pointer }) => [pointer, code]).toSorted()).toEqual([
      ['#/items/0/p', 'unknown_field'],
      ['#/items/0/q', 'unknown_field'],
      ['#/items/1/a', 'invalid_type'],
      ['#/items/2/r', 'unknown_field'],
      ['#/x', 'unknown_field'],
      ['#/y', 'unknown_field'],
    ]);
  });

  it('stops early in a body full of them', () => {
    const body = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`a${index}`, index]));
    const started = performance.now();

    expect(rejectionOf(strictFields({}), body)?.issues.length).toBeGreaterThanOrEqual(50);
    expect(performance.now() - started).toBeLessThan(2000);
  });

  it('handles a deeply nested value', () => {
    const deep = JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`);
    const schema = strictFields({ items: v.array(strictFields({})) });
    const rejection = rejectionOf(schema, { items: [{ p: deep, q: 1 }, { r: 1 }], x: deep });

    expect(rejection?.issues.map(({ pointer }) => pointer).toSorted()).toEqual([
      '#/items/0/p',
      '#/items/0/q',
      '#/items/1/r',
      '#/x',
    ]);
  });

  it('does not modify the value', () => {
    const body = { x: 1, y: 2 };
    rejectionOf(strictFields({}), body);

    expect(body).toEqual({ x: 1, y: 2 });
  });
});

describe('parseContent, fields that another operation sets', () => {
  const schema = strictFields({ a: v.optional(v.string()), b: v.optional(strictFields({})) });

  it('identifies the operation, only for top-level fields', () => {
    const sent = { status: 1, b: { status: 2 }, toString: 3 };
    const parse = () =>
      parseContent(schema, sent, BODY, { ...RULES, fieldsOwnedBy: { status: 'setThingStatus' } });

    expect(parse).toThrow(
      expect.objectContaining({
        issues: expect.arrayContaining([
          {
            code: 'field_not_updatable',
            pointer: '#/status',
            use: 'setThingStatus',
            detail: 'This operation does not set the field. Use setThingStatus.',
          },
          expect.objectContaining({ code: 'unknown_field', pointer: '#/b/status' }),
          expect.objectContaining({ code: 'unknown_field', pointer: '#/toString' }),
        ]),
      }),
    );
  });
});
