import { describe, expect, it } from 'vitest';
import { outgoingText } from '#shared/publishing/domain/outgoing-text.ts';

describe('outgoingText', () => {
  it.each([
    ['text alone', { body: ' Hello\n', url: null }, 'Hello'],
    ['text and link', { body: 'Hello', url: 'https://e.co' }, 'Hello\n\nhttps://e.co'],
    [
      'a link that the text contains',
      { body: 'See https://e.co now', url: 'https://e.co' },
      'See https://e.co now',
    ],
    ['a link alone', { body: null, url: 'https://e.co' }, 'https://e.co'],
    ['a link next to white space', { body: ' ', url: 'https://e.co' }, 'https://e.co'],
    ['nothing', { body: null, url: null }, ''],
  ])('of %s', (_, item, text) => {
    expect(outgoingText(item)).toBe(text);
  });
});
