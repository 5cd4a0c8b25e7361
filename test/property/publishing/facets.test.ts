import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findSpans, toFacets } from '#shared/publishing/networks/facets.ts';
import { runs } from '#test/support/fixtures/platform/depth.ts';

const word = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.webUrl({ withFragments: true, withQueryParameters: true }),
  fc.domain().map((domain) => `@${domain}`),
  fc.string({ unit: 'grapheme', maxLength: 8 }).map((tag) => `#${tag}`),
  fc.constantFrom('(', ')', '\n', '👩‍🚀', '#️⃣', '＃', '@', 'https://', 'e\u0301', '\u200d'),
);
const text = fc
  .array(fc.tuple(word, fc.constantFrom(' ', '', '\n', '\u00a0')), { maxLength: 20 })
  .map((words) => words.flat().join('').toWellFormed());

describe('facets of any text', () => {
  it('cover their text in its UTF-8 bytes, in order and without overlap', () => {
    fc.assert(
      fc.property(text, (written) => {
        const spans = findSpans(written);
        const dids = new Map(
          spans.flatMap((stretch) =>
            stretch.kind === 'mention' ? [[stretch.handle, `did:web:${stretch.handle}`] as const] : [],
          ),
        );
        const facets = toFacets(written, spans, dids);
        const bytes = Buffer.from(written);
        expect(facets).toHaveLength(spans.length);
        let end = 0;
        for (const { index, features } of facets) {
          const { byteStart, byteEnd } = index;
          expect(byteStart).toBeGreaterThanOrEqual(end);
          expect(byteEnd).toBeGreaterThan(byteStart);
          expect(byteEnd).toBeLessThanOrEqual(bytes.length);
          end = byteEnd;
          // `fatal`: a cut inside a character is not valid text.
          const shown = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(
            bytes.subarray(byteStart, byteEnd),
          );
          for (const feature of features) {
            if ('uri' in feature) expect(new URL(shown).href).toBe(feature.uri);
            else if ('did' in feature) expect(`did:web:${shown.slice(1).toLowerCase()}`).toBe(feature.did);
            else expect(shown.slice(1)).toBe(feature.tag);
          }
        }
      }),
      { numRuns: runs(2000) },
    );
  });

  it('contain one for a link, wherever it is between words', () => {
    const between = fc
      .string({ unit: 'grapheme', maxLength: 20 })
      .filter((words) => !/[#@(]|https?:/iu.test(words));
    fc.assert(
      fc.property(between, fc.webUrl(), between, (before, link, after) => {
        const written = `${before} ${link} ${after}`.toWellFormed();
        const links = toFacets(written, findSpans(written), new Map());
        expect(links).toHaveLength(1);
      }),
    );
  });
});
