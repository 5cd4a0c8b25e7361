import { describe, expect, it } from 'vitest';
import { foreignLine } from '#shared/messaging/domain/foreign-line.ts';

const LONGEST = 20;

describe('foreignLine', () => {
  it.each([
    ['Diego', 'Diego'],
    [' Ada\r\nMoreau\u0000 ', 'Ada  Moreau'],
    ['🦜'.repeat(LONGEST + 1), '🦜'.repeat(LONGEST)],
    ['\ud83e', '\ufffd'],
    ['', null],
    ['\u2028', null],
    [null, null],
  ])('turns %j into %j', (text, expected) => {
    expect(foreignLine(text, LONGEST)).toBe(expected);
  });
});
