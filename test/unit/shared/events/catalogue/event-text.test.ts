import { describe, expect, it } from 'vitest';
import { cutText } from '#shared/events/catalogue/event-text.ts';

describe('cutText', () => {
  it.each([
    ['abc', 3, 'abc'],
    ['abcd', 3, 'abc'],
    ['a💡b💡', 3, 'a💡b'],
    ['💡💡', 2, '💡💡'],
    ['💡💡💡', 2, '💡💡'],
    ['', 2, ''],
  ])('truncates %j at %i code points to %j', (text, limit, expected) => {
    expect(cutText(text, limit)).toBe(expected);
  });
});
