import { describe, expect, it } from 'vitest';
import { findSpans, toFacets } from '#shared/publishing/networks/facets.ts';

function found(text: string): string[] {
  return findSpans(text).map(({ start, end }) => text.slice(start, end));
}

describe('findSpans', () => {
  it.each([
    ['https://example.com', ['https://example.com']],
    ['See https://example.com/a, and http://b.example.', ['https://example.com/a', 'http://b.example']],
    ['(https://example.com/a)', ['https://example.com/a']],
    ['https://example.com/a_(b)', ['https://example.com/a_(b)']],
    ['https://example.com/"…', ['https://example.com/']],
    ['xhttps://example.com', []],
    ['https://', []],
    ['ftp://example.com javascript:alert(1)', []],
    ['example.com', []],
  ])('finds the links of %j', (text, expected) => {
    expect(found(text)).toEqual(expected);
  });

  it.each([
    ['@ada.example.com', ['@ada.example.com']],
    ['Hi (@ada.example.com).', ['@ada.example.com']],
    ['@a-b.co, @c.d.e.fr!', ['@a-b.co', '@c.d.e.fr']],
    ['mail@ada.example.com', []],
    ['@ada', []],
    ['@ada.1 @-ada.com @ada_b.com', []],
    ['@user@host.example', []],
  ])('finds the mentions of %j', (text, expected) => {
    expect(found(text)).toEqual(expected);
  });

  it.each([
    ['#one #two', ['#one', '#two']],
    ['#Möwen! #日本語。 ＃wide', ['#Möwen', '#日本語', '＃wide']],
    ['#2026 #1st #', ['#1st']],
    ['a#b https://example.com/#c', ['https://example.com/#c']],
    ['#️⃣ #!!! #snake_case', ['#snake_case']],
    [`#${'a'.repeat(64)} #${'b'.repeat(65)}`, [`#${'a'.repeat(64)}`]],
    ['#zero\u200bwidth', ['#zero']],
  ])('finds the hashtags of %j', (text, expected) => {
    expect(found(text)).toEqual(expected);
  });

  it('finds nothing twice', () => {
    expect(found('https://example.com/(@ada.example.com)')).toEqual([
      'https://example.com/(@ada.example.com)',
    ]);
  });

  it('is not slow on a long text that almost matches', () => {
    const text = `@${'a-'.repeat(30_000)} ${'@a.'.repeat(20_000)} https://${'.'.repeat(60_000)}`;
    const began = performance.now();

    findSpans(text);

    expect(performance.now() - began).toBeLessThan(1000);
  });
});

describe('toFacets', () => {
  it('counts bytes, and resolves mentions only by their identifier', () => {
    const text = 'ü @ada.example.com @bob.example.com #é';
    const facets = toFacets(text, findSpans(text), new Map([['ada.example.com', 'did:plc:a']]));

    expect(facets).toEqual([
      {
        index: { byteStart: 3, byteEnd: 19 },
        features: [{ $type: 'app.bsky.richtext.facet#mention', did: 'did:plc:a' }],
      },
      {
        index: { byteStart: 37, byteEnd: 40 },
        features: [{ $type: 'app.bsky.richtext.facet#tag', tag: 'é' }],
      },
    ]);
  });
});
