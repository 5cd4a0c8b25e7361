import { describe, expect, it } from 'vitest';
import { littleText } from '#shared/publishing/networks/linkedin/little-text.ts';

describe('littleText', () => {
  it.each([
    ['Hello', 'Hello'],
    ['a_b *c* ~d~', String.raw`a\_b \*c\* \~d\~`],
    [String.raw`\ | {} @ [] () <>`, String.raw`\\ \| \{\} \@ \[\] \(\) \<\>`],
    ['#Launch', String.raw`{hashtag|\#|Launch}`],
    ['(#Launch', String.raw`\(\#Launch`],
    ['one #two, #three.', String.raw`one {hashtag|\#|two}, {hashtag|\#|three}.`],
    ['#été2027 #2027', String.raw`{hashtag|\#|été2027} \#2027`],
    ['#a_b', String.raw`\#a\_b`],
    ['https://example.com/#top', String.raw`https://example.com/\#top`],
    ['', ''],
  ])('writes %j', (text, expected) => {
    expect(littleText(text)).toBe(expected);
  });
});
