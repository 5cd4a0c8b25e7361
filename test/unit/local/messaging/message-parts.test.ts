import { describe, expect, it } from 'vitest';
import { partsOf } from '#local/messaging/message-parts.ts';

describe('partsOf', () => {
  it.each([
    ['160 letters', 'a'.repeat(160), 'GSM', 1],
    ['161 letters', 'a'.repeat(161), 'GSM', 2],
    ['306 letters', 'a'.repeat(306), 'GSM', 2],
    ['80 braces, which take two septets each', '{'.repeat(80), 'GSM', 1],
    ['81 braces', '{'.repeat(81), 'GSM', 2],
    ['70 characters with one that GSM lacks', `ł${'a'.repeat(69)}`, 'UNICODE', 1],
    ['71 characters with one that GSM lacks', `ł${'a'.repeat(70)}`, 'UNICODE', 2],
    ['35 emoji of two UTF-16 units', '🙂'.repeat(35), 'UNICODE', 1],
    ['36 emoji', '🙂'.repeat(36), 'UNICODE', 2],
  ])('counts the parts of %s', (_what, text, encoding, parts) => {
    expect(partsOf(text)).toEqual({ encoding, parts });
  });
});
