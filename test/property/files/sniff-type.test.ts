import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SNIFF_LENGTH, sniffType } from '#shared/files/adapters/sniff-type.ts';
import { MEDIA_LIMITS, type MediaType } from '#shared/files/domain/media.ts';
import { bytesOf } from '#test/support/fixtures/files/media-files.ts';
import { runs } from '#test/support/fixtures/platform/depth.ts';

const TYPES = Object.keys(MEDIA_LIMITS) as MediaType[];
/** First bytes that make a parser read further. */
const STARTS = [
  ...TYPES.map((type) => bytesOf(type, 24)),
  ...[
    '504b0304',
    '494433',
    '1f8b',
    '52494646',
    '1a45dfa3',
    '4949 2a00',
    '4d4d002a',
    '3026b2758e66cf11',
    '424d',
  ].map((hex) => new Uint8Array(Buffer.from(hex.replaceAll(' ', ''), 'hex'))),
];
const bytes = fc.uint8Array({ maxLength: SNIFF_LENGTH });

describe('sniffType, any bytes', () => {
  it('returns a type or none, and never throws', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...STARTS), fc.nat(24), bytes, async (start, kept, rest) => {
        const type = await sniffType(Buffer.concat([start.subarray(0, kept), rest]));

        expect(['string', 'undefined']).toContain(typeof type);
      }),
      { numRuns: runs(2000) },
    );
  });
});
