import { describe, expect, it } from 'vitest';
import { articleText, shorten } from '#shared/publishing/domain/article-text.ts';

const LONG = `${'word '.repeat(30)}end`;

describe('articleText', () => {
  it.each([
    ['the first line, which leaves the text', 'Lamps\n\nThey are warm.', null, ['Lamps', 'They are warm.']],
    ['the first line before Windows line breaks', 'Lamps\r\nWarm.\r\nOld.', null, ['Lamps', 'Warm.\nOld.']],
    ['the only line, which stays in the text', 'Lamps', null, ['Lamps', 'Lamps']],
    ['the given title', 'Lamps\n\nThey are warm.', 'Light ', ['Light', 'Lamps\n\nThey are warm.']],
    ['the link of an item without text', null, null, ['https://example.com/', '']],
  ])('uses %s', (_, body, title, [shown, text]) => {
    expect(articleText({ body, url: 'https://example.com/' }, title, 50)).toEqual({ title: shown, text });
  });

  it('uses the beginning of a first line that is too long, and keeps the complete text', () => {
    const body = `${LONG}\n\nMore`;

    expect(articleText({ body, url: null }, null, 20)).toEqual({ title: 'word word word…', text: body });
  });

  it('has no title without text and link', () => {
    expect(articleText({ body: null, url: null }, undefined, 20)).toEqual({ title: '', text: '' });
  });
});

describe('shorten', () => {
  it.each([
    ['1234567890', 10, '1234567890'],
    ['12345678901', 10, '123456789…'],
    ['🙂🙂🙂', 2, '🙂…'],
    ['one two three', 9, 'one two…'],
    ['one two', 6, 'one…'],
  ])('cuts %j to %i characters', (line, max, shown) => {
    expect(shorten(line, max)).toBe(shown);
  });
});
