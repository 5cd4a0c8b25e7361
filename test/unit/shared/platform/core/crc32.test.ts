import { crc32 as crc32OfNode } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { crc32 } from '#shared/platform/core/crc32.ts';

describe('crc32', () => {
  it.each(['', 'a', '123456789', 'wsk_0123456789abcdefghijklmnopqrst', '~'.repeat(1000)])(
    'equals that of Node for %j',
    (text) => {
      expect(crc32(text)).toBe(crc32OfNode(text));
    },
  );
});
