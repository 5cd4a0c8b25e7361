import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  comparedMailAddress,
  comparedPassword,
  comparedText,
  comparedWord,
  cutText,
  isRequestedText,
  isVisible,
  receivedText,
  textLength,
  type TextUnit,
} from '#shared/platform/core/text.ts';

/** Any sequence of UTF-16 code units, and texts of people. */
const anyText = fc.oneof(
  fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)) }),
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary' }),
);
const units = fc.constantFrom<TextUnit>('code-points', 'utf-16', 'utf-8', 'characters');
const around = fc.string({
  unit: fc.constantFrom(
    ...Array.from(' \t.!?«»“”*_~-@\u00a0\u200b\u200d\u2060\ufeff\ufe0f'),
    '🙏',
    '™',
    '🏽',
    '\u3164',
    'Ⓜ️',
  ),
});

describe('texts', () => {
  it('repairs every text to one that a client may send, and nothing twice', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const repaired = receivedText(text);
        expect(isRequestedText(repaired)).toBe(true);
        expect(receivedText(repaired)).toBe(repaired);
        if (isRequestedText(text)) expect(repaired).toBe(text);
      }),
    );
  });

  it('cuts a text to a beginning that fits and ends between two characters', () => {
    fc.assert(
      fc.property(anyText, fc.nat({ max: 30 }), units, (text, limit, unit) => {
        const cut = cutText(text, limit, unit);
        expect(text.startsWith(cut)).toBe(true);
        expect(textLength(cut, unit)).toBeLessThanOrEqual(limit);
        if (text.isWellFormed()) expect(cut.isWellFormed()).toBe(true);
        const next = [...new Intl.Segmenter('en').segment(text)].find(({ index }) => index >= cut.length);
        // Another character would not fit.
        if (next?.index === cut.length && cut !== '')
          expect(textLength(cut + next.segment, unit)).toBeGreaterThan(limit);
      }),
    );
  });

  it('compares texts in a form that their composition does not change', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        for (const form of [comparedText, comparedPassword]) {
          expect(form(text.normalize('NFD'))).toBe(form(text));
          expect(form(form(text))).toBe(form(text));
        }
      }),
    );
  });

  it('finds a word within whatever people write around it', () => {
    fc.assert(
      fc.property(
        around,
        fc.constantFrom('stop', 'Arrêt', 'OPT-OUT', 'ｅｎｄ'),
        around,
        (before, word, after) => {
          expect(comparedWord(before + word.normalize('NFD') + after)).toBe(comparedWord(word));
        },
      ),
    );
  });

  it('compares mail addresses of one domain as equal, whatever its spelling', () => {
    const label = fc.stringMatching(/^[a-zäöüßéñøαβγдя]{1,12}$/u);
    fc.assert(
      fc.property(label, label, (name, domain) => {
        const address = `${name}@${domain}.example`;
        const compared = comparedMailAddress(address);
        expect(comparedMailAddress(address.normalize('NFD'))).toBe(compared);
        expect(comparedMailAddress(compared)).toBe(compared);
        expect(compared).toMatch(/@[a-z0-9-]+\.example$/u);
      }),
    );
  });

  it('sees a text if it sees one of its characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(isVisible(text)).toBe([...text].some((character) => isVisible(character)));
      }),
    );
  });
});
