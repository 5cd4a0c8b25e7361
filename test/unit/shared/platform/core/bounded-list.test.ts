import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { boundedList } from '#shared/platform/core/bounded-list.ts';
import { issue } from '#shared/platform/core/issue.ts';
import { jsonObject } from '#shared/platform/core/json-object.ts';

/** A number schema that counts how often it runs. */
function counting() {
  const counted = { calls: 0 };
  const schema = v.custom<number>((value) => {
    counted.calls += 1;
    return typeof value === 'number';
  });
  return { counted, schema };
}

function codes(schema: v.GenericSchema, value: unknown) {
  return v.safeParse(schema, value).issues?.map(({ type, path }) => [type, v.getDotPath({ path } as never)]);
}

describe('boundedList', () => {
  it('accepts what v.array accepts, with its output', () => {
    const schema = v.pipe(boundedList(v.pipe(v.string(), v.trim()), 3), v.minLength(1), v.maxLength(3));

    expect(v.parse(schema, [' a', 'b '])).toEqual(['a', 'b']);
    expect(v.safeParse(schema, []).issues?.[0]?.type).toBe('min_length');
    expect(v.safeParse(schema, 'x').issues?.[0]?.expected).toBe('Array');
  });

  it('reports each invalid element by its path', () => {
    const schema = jsonObject({ items: boundedList(jsonObject({ a: v.string() })) });

    expect(codes(schema, { items: [{ a: 1 }, { a: 'x' }, { a: 2 }] })).toEqual([
      ['string', 'items.0.a'],
      ['string', 'items.2.a'],
    ]);
  });

  it('checks no element of a list that is too long', () => {
    const { counted, schema } = counting();
    const list = v.pipe(boundedList(schema, 100), v.maxLength(100));
    const found = v.safeParse(list, Array(60_000).fill('x')).issues ?? [];

    expect(found.map(({ type }) => type)).toEqual(['max_length']);
    expect(counted.calls).toBe(0);
  });

  it('reports the length with the message of the list', () => {
    const message = issue('too_many_items', 'Send at most 1 thing.');
    const found = v.safeParse(boundedList(v.number(), 1, message), [1, 2]).issues;

    expect(found?.map((each) => each.message)).toEqual(['Send at most 1 thing.']);
  });

  it('stops after 50 errors, also in lists of lists', () => {
    const { counted, schema } = counting();
    const nested = boundedList(
      jsonObject({ items: boundedList(jsonObject({ media: boundedList(schema, 20) }), 25) }),
      50,
    );
    const media = Array(20).fill('x');
    const items = Array.from({ length: 25 }, () => ({ media }));
    const value = Array.from({ length: 50 }, () => ({ items }));
    const found = v.safeParse(nested, value).issues ?? [];

    expect(found.length).toBeLessThan(100);
    expect(counted.calls).toBeLessThan(100);
  });
});
