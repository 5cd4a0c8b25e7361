import { describe, expect, it } from 'vitest';
import {
  comparedMailAddress,
  comparedPassword,
  comparedWord,
  copiedNumber,
  cutText,
  isRequestedText,
  isVisible,
  receivedLine,
  receivedText,
  textLength,
  type TextUnit,
} from '#shared/platform/core/text.ts';

/** Every control character: C0, DEL and C1. */
const CONTROLS = Array.from({ length: 0xa0 }, (_, code) => String.fromCharCode(code)).filter((text) =>
  /\p{Cc}/u.test(text),
);
const FAMILY = '👨‍👩‍👧';

describe('isRequestedText', () => {
  it('rejects every control character but tab, line feed and carriage return', () => {
    expect(CONTROLS).toHaveLength(65);
    expect(CONTROLS.filter(isRequestedText)).toEqual(['\t', '\n', '\r']);
  });

  it.each(['\ud800', 'a\udfff', '\udca1\ud83d'])('rejects the lone surrogates of %j', (text) => {
    expect(isRequestedText(text)).toBe(false);
  });
});

describe('receivedText', () => {
  it('removes exactly the characters that a client of the API may not send', () => {
    expect(receivedText(`a${CONTROLS.join('')}c`)).toBe('a\t\n\rc');
  });

  it.each([
    ['\udc00abc', '\ufffdabc'],
    ['\ud83d\ud83d\ude00', '\ufffd😀'],
    ['It\u0092s me', 'Its me'],
  ])('turns %j into %j', (text, expected) => {
    expect(receivedText(text)).toBe(expected);
  });
});

describe('receivedLine', () => {
  it.each([
    ['Diego', 'Diego'],
    [' Ada\r\nMoreau\u0000 ', 'Ada Moreau'],
    ['🦜'.repeat(21), '🦜'.repeat(20)],
    [`${'x'.repeat(17)}${FAMILY}`, 'x'.repeat(17)],
    ['\ud83e', '\ufffd'],
    ['', null],
    ['\u2028', null],
    ['\u200b\u3164', null],
    [null, null],
  ])('turns %j into %j', (text, expected) => {
    expect(receivedLine(text, 20)).toBe(expected);
  });
});

describe('isVisible', () => {
  it.each([
    '',
    ' \n\t\u00a0\u3000',
    '\u200b',
    '\u2800',
    '\u3164\uffa0\u115f',
    '\ufe0f',
    '\u{e0067}\u{e007f}',
  ])('is false for %j', (text) => expect(isVisible(text)).toBe(false));

  it.each(['a', '\u200ba', '\u0600', 'علی\u200cرضا', '\u1100\u1160', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '\u0301', '.'])(
    'is true for %j',
    (text) => expect(isVisible(text)).toBe(true),
  );
});

describe('textLength', () => {
  it.each<[text: string, ...lengths: number[]]>([
    ['', 0, 0, 0, 0],
    ['a', 1, 1, 1, 1],
    ['ä', 1, 1, 2, 1],
    ['€', 1, 1, 3, 1],
    ['😀', 1, 2, 4, 1],
    ['e\u0301', 2, 2, 3, 1],
    [FAMILY, 5, 8, 18, 1],
  ])('counts %j in every unit', (text, ...lengths) => {
    const units: readonly TextUnit[] = ['code-points', 'utf-16', 'utf-8', 'characters'];
    expect(units.map((unit) => textLength(text, unit))).toEqual(lengths);
  });
});

describe('cutText', () => {
  it.each<[string, number, TextUnit, string]>([
    ['abc', 3, 'code-points', 'abc'],
    ['abcd', 3, 'code-points', 'abc'],
    ['a💡b💡', 3, 'code-points', 'a💡b'],
    ['💡💡', 2, 'code-points', '💡💡'],
    ['💡💡💡', 2, 'code-points', '💡💡'],
    ['', 2, 'code-points', ''],
    ['a💡', 2, 'utf-16', 'a'],
    ['aé', 2, 'utf-8', 'a'],
    [`ab${FAMILY}`, 4, 'code-points', 'ab'],
    [`ab${FAMILY}c`, 3, 'characters', `ab${FAMILY}`],
    ['ab\r\nc', 3, 'utf-16', 'ab'],
    // A single character that is longer than the limit.
    [`a${'\u0301'.repeat(9)}`, 3, 'code-points', 'a\u0301\u0301'],
  ])('cuts %j at %i %s', (text, limit, unit, expected) => {
    expect(cutText(text, limit, unit)).toBe(expected);
  });
});

describe('compared forms', () => {
  it('ignores what people write around a word', () => {
    expect(
      ['Stop!', ' «stop» ', 'ＳＴＯＰ', 'st\u200dop', 'stop ™', '\u{1f6d1}STOP\ufe0f'].map(comparedWord),
    ).toEqual(Array.from({ length: 6 }, () => 'STOP'));
  });

  it('compares the domain of a mail address in ASCII', () => {
    expect(
      ['Info@BÜCHER.de', 'info@bu\u0308cher.de', 'info@xn--bcher-kva.de'].map(comparedMailAddress),
    ).toEqual(Array.from({ length: 3 }, () => 'info@xn--bcher-kva.de'));
    expect(comparedMailAddress('a@faß.de')).not.toBe(comparedMailAddress('a@fass.de'));
    // The domain has no ASCII form.
    expect(comparedMailAddress('A@xn--a.com')).toBe('a@xn--a.com');
  });

  it('maps spaces and composes letters of a password, and nothing else', () => {
    expect(comparedPassword('man\u0303ana\u00a0\u3000X')).toBe('mañana  X');
    expect(comparedPassword('\ufb01\uff21')).toBe('\ufb01\uff21');
  });
});

describe('copiedNumber', () => {
  /** The characters of a category, in the planes of Unicode that have any: scripts, and invisible ones from U+E0000 on. */
  const charactersOf = (category: RegExp) =>
    [0, 0x1_0000, 0xe_0000]
      .flatMap((plane) => Array.from({ length: 0x1_0000 }, (_, code) => String.fromCodePoint(plane + code)))
      .filter((character) => character.isWellFormed() && category.test(character));

  it('reads the digits of every script, from zero to nine', () => {
    const digits = charactersOf(/^\p{Nd}$/u);
    const rows = Array.from({ length: digits.length / 10 }, (_, row) =>
      digits.slice(row * 10, row * 10 + 10).join(''),
    );

    expect(rows.length).toBeGreaterThan(60);
    expect(new Set(rows.map(copiedNumber))).toEqual(new Set(['0123456789']));
  });

  it('leaves out format characters and marks', () => {
    const unseen = charactersOf(/^[\p{Cf}\p{M}\p{Default_Ignorable_Code_Point}]$/u);

    expect(unseen.filter((each) => copiedNumber(`+1${each}2`) !== '+12')).toEqual([]);
  });

  it('separates by one space, whatever dashes, spaces and dots stand between digits', () => {
    const separators = charactersOf(/^[\p{Pd}\p{Zs}\t.\u2022\u00b7]$/u);

    expect(separators.filter((each) => copiedNumber(` +1${each}${each}2 `) !== '+1 2')).toEqual([]);
  });

  it.each([
    ['tel:+1-202', '+1 202'],
    ['"+1 202"', '+1 202'],
    ['+1 (202) 555', '+1 (202) 555'],
    ['+1 202 ext. 5', '+1 202 ext 5'],
    ['+1 202#5', '+1 202#5'],
    ['+1,202;5', '+1,202;5'],
  ])('of %s is %s: brackets, letters and the marks of an extension stay', (text, number) => {
    expect(copiedNumber(text)).toBe(number);
  });
});
