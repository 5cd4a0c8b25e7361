import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { encodeCursor } from '#shared/platform/http/cursor.ts';
import { instantField } from '#shared/platform/http/instant-field.ts';
import { pageOf, pageParameters, toPage } from '#shared/platform/http/list-query.ts';
import { parseContent } from '#shared/platform/http/read-request.ts';

const query = v.strictObject({ ...pageParameters, since: v.optional(instantField) });

function parse(parameters: Record<string, string>) {
  return parseContent(query, parameters, { in: 'query' });
}

describe('pageParameters', () => {
  it('defaults to 25', () => {
    expect(parse({})).toEqual({ limit: 25 });
  });

  it.each([
    ['1', 1],
    ['100', 100],
    ['007', 7],
  ])('accepts the limit %s', (limit, number) => {
    expect(parse({ limit }).limit).toBe(number);
  });

  it.each([
    ['0', 'out_of_range'],
    ['101', 'out_of_range'],
    ['9'.repeat(400), 'out_of_range'],
    ['-1', 'out_of_range'],
    ['--1', 'invalid_type'],
    ['1.5', 'invalid_type'],
    ['1e1', 'invalid_type'],
    ['', 'invalid_type'],
    [' 5', 'invalid_type'],
    ['٣', 'invalid_type'],
    ['5,6', 'invalid_type'],
  ])('rejects the limit %j as %s', (limit, code) => {
    expect(() => parse({ limit })).toThrow(
      expect.objectContaining({ code, issues: [expect.objectContaining({ parameter: 'limit' })] }),
    );
  });
});

describe('instantField', () => {
  it.each(['2026-01-31T08:00:00Z', '2026-01-31T09:00:00+01:00', '2026-01-31T08:00:00.000Z'])(
    'reads %s',
    (since) => {
      expect(parse({ since }).since).toEqual(new Date('2026-01-31T08:00:00Z'));
    },
  );

  it.each(['', '2026-02-30T08:00:00Z', '2026-01-31', '2026-01-31T08:00:00', '1769846400', 'yesterday'])(
    'rejects %j',
    (since) => {
      expect(() => parse({ since })).toThrow(expect.objectContaining({ code: 'invalid_format' }));
    },
  );
});

describe('toPage', () => {
  const scope = { list: 'x' };
  const items = [{ id: 'c' }, { id: 'b' }, { id: 'a' }];

  it('ends the list after the last item', () => {
    expect(toPage(items, 3, scope, ({ id }) => id)).toEqual({
      data: ['c', 'b', 'a'],
      next_cursor: null,
      has_more: false,
    });
    expect(toPage([], 3, scope, ({ id }) => id)).toEqual({ data: [], next_cursor: null, has_more: false });
  });

  it('points the next page at the last item it shows', () => {
    const page = toPage(items, 2, scope, ({ id }) => id);

    expect(page).toMatchObject({ data: ['c', 'b'], has_more: true });
    expect(page.next_cursor).toBe(encodeCursor('b', scope));
  });

  it('matches the schema of pageOf', () => {
    expect(
      v.is(
        pageOf(v.string()),
        toPage(items, 2, scope, ({ id }) => id),
      ),
    ).toBe(true);
  });
});
