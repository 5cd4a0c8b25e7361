import { describe, expect, it } from 'vitest';
import { ValidationError } from '#shared/platform/core/errors.ts';
import { parseContent } from '#shared/platform/http/read-request.ts';
import { postBody } from '#shared/publishing/http/post-body.ts';

/** The errors of a body. */
function parse(value: unknown): string[] {
  try {
    parseContent(postBody, value, { in: 'body' });
  } catch (error) {
    if (error instanceof ValidationError)
      return error.issues.map(({ code, pointer }) => `${pointer} ${code}`);
    throw error;
  }
  return [];
}

/** An element that counts how often a parser looks for one of its fields. */
function watched(counter: { reads: number }) {
  return new Proxy(
    { a: 1 },
    {
      has(target, key) {
        counter.reads += 1;
        return Reflect.has(target, key);
      },
    },
  );
}

describe('a hostile body of a post', () => {
  it('is rejected for the length of a list before an element is checked', () => {
    expect(parse({ accounts: Array(60_000).fill('x'), versions: [] })).toEqual([
      '#/accounts too_many_items',
      '#/versions too_few_items',
    ]);
  });

  it('has about 50 errors, however many elements are wrong', () => {
    const media = Array(20).fill('x');
    const content = Array.from({ length: 25 }, () => ({ media }));
    const versions = Array.from({ length: 50 }, (_, n) => ({ account_id: n, is_original: n === 0, content }));
    const found = parse({ versions });

    expect(found.length).toBeGreaterThanOrEqual(50);
    expect(found.length).toBeLessThan(150);
  });

  it('has about 50 errors if every element has unknown fields', () => {
    const unknown = Object.fromEntries(Array.from({ length: 1000 }, (_, n) => [`a${n}`, n]));

    expect(parse({ versions: Array(50).fill(unknown) }).length).toBeLessThan(150);
  });

  it('is parsed once, however many unknown fields it has', () => {
    const counter = { reads: 0 };
    const versions = Array.from({ length: 40 }, () => watched(counter));
    parse({ versions, x1: 1, x2: 2, x3: 3, x4: 4, x5: 5 });

    // The fields account_id, is_original, content and options of at most 40 elements, each once.
    expect(counter.reads).toBeGreaterThan(0);
    expect(counter.reads).toBeLessThanOrEqual(160);
  });
});
