import { describe, expect, it } from 'vitest';
import { tagIdProblem } from '#shared/biolinks/domain/pixel-tag.ts';
import type { PixelProvider } from '#shared/biolinks/domain/pixel.ts';

const ACCEPTED: readonly (readonly [PixelProvider, string])[] = [
  ['meta', '12345678'],
  ['meta', '123456789012345'],
  ['meta', '12345678901234567890'],
  ['google', 'G-ABC123'],
  ['google', 'G-ABC1234567'],
  ['google', 'GT-ABCDE'],
  ['google', 'AW-123456789'],
  ['tiktok', 'C4A1B2C3D4E5F6G7'],
  ['tiktok', 'C4A1B2C3D4E5F6G7H8I9'],
];

const INVALID_IDS: readonly (readonly [PixelProvider, string])[] = [
  ['meta', ''],
  ['meta', '1234567'],
  ['meta', '123456789012345678901'],
  ['meta', 'G-ABC1234567'],
  ['meta', '12345678a'],
  ['meta', '１２３４５６７８'],
  ['google', 'g-abc1234567'],
  ['google', 'G-'],
  ['google', 'GTM-ABC1234'],
  ['google', 'UA-12345-1'],
  ['google', 'AW-ABCDEFGHI'],
  ['google', "G-ABC123');alert(1)//"],
  ['google', 'G-ABC123\nG-ABC123'],
  ['google', 'xG-ABC123'],
  ['tiktok', 'c4a1b2c3d4e5f6g7'],
  ['tiktok', 'C4A1B2C3D4E5F6G'],
  ['tiktok', 'C4A1B2C3D4E5F6G7H8I9JKLMN'],
  ['tiktok', '</script><script>'],
];

describe('tagIdProblem', () => {
  it.each(ACCEPTED)('accepts, for %s, the id %j', (provider, tagId) => {
    expect(tagIdProblem(provider, tagId)).toBeUndefined();
  });

  it.each(INVALID_IDS)('rejects, for %s, the id %j', (provider, tagId) => {
    expect(tagIdProblem(provider, tagId)).toMatch(/\.$/u);
  });
});
