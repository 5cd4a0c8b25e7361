import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findSpans } from '#shared/publishing/networks/facets.ts';
import { littleText } from '#shared/publishing/networks/linkedin/little-text.ts';
import rows from '#test/corpus/hashtags.json' with { type: 'json' };

const HASHTAGS: Readonly<Record<string, (text: string) => string[]>> = {
  bluesky: (text) => findSpans(text).flatMap((span) => (span.kind === 'tag' ? [span.tag] : [])),
  linkedin: (text) =>
    [...littleText(text).matchAll(/\{hashtag\|\\#\|([^}]*)\}/gu)].map(([, tag = '']) => tag),
};

const CHARACTERS = Array.from({ length: 0x1_1000 / 7 }, (_, place) => String.fromCodePoint(place * 7)).filter(
  (one) => one.isWellFormed(),
);
const LETTERS = CHARACTERS.filter((one) => /\p{L}/u.test(one));
const PARTS = CHARACTERS.filter((one) => /[\p{L}\p{M}\p{Nd}]/u.test(one));

describe('hashtags', () => {
  it.each(rows)('of $input on $channel are $right ($report)', ({ channel, input, right }) => {
    expect(HASHTAGS[channel]?.(input)).toEqual(right);
  });

  it.each(Object.keys(HASHTAGS))('have every letter, mark and number of a word on %s', (channel) => {
    const parts = fc.array(fc.constantFrom(...PARTS), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(fc.constantFrom(...LETTERS), parts, (first, rest) => {
        const tag = first + rest.join('');
        expect(HASHTAGS[channel]?.(`Hello #${tag}, all`)).toEqual([tag]);
      }),
    );
  });

  it.each(Object.keys(HASHTAGS))('keep the joiners between letters on %s', (channel) => {
    const letter = fc.constantFrom(...LETTERS);
    const joiner = fc.constantFrom('\u200c', '\u200d');
    fc.assert(
      fc.property(letter, joiner, letter, (before, between, after) => {
        expect(HASHTAGS[channel]?.(`#${before}${between}${after}`)).toEqual([`${before}${between}${after}`]);
      }),
    );
  });
});
