import { describe, expect, it } from 'vitest';
import { SNIFF_LENGTH, sniffType } from '#shared/files/adapters/sniff-type.ts';
import { isMediaType, libraryType, MEDIA_LIMITS, type MediaType } from '#shared/files/domain/media.ts';
import brands from '#test/corpus/media-brands.json' with { type: 'json' };
import { bytesOf } from '#test/support/fixtures/files/media-files.ts';

const TYPES = Object.keys(MEDIA_LIMITS) as MediaType[];

/** The brands of a file, as people read them. */
const shown = brands.map((row) => ({ ...row, names: Buffer.from(row.input, 'hex').toString('latin1', 8) }));

describe('sniffType', () => {
  it.each(shown)('reads the brands $names as $right ($report)', async ({ input, right }) => {
    const start = Buffer.concat([Buffer.from(input, 'hex'), Buffer.from('00000008free', 'latin1')]);
    const type = libraryType(await sniffType(start)) ?? '';

    expect(isMediaType(type) ? type : null).toBe(right);
  });

  it('reads a file that ends within its brands', async () => {
    const brand = Buffer.from('000000206674797069736f6d', 'hex');

    expect(await sniffType(brand)).toBe('video/mp4');
  });

  it.each(TYPES)('recognises %s by its first bytes', async (type) => {
    expect(await sniffType(bytesOf(type, 200_000).subarray(0, SNIFF_LENGTH))).toBe(type);
  });

  it('recognises a picture with more metadata than the first bytes can hold', async () => {
    const png = bytesOf('image/png', 60_000);
    // A chunk of 50 kB, such as a colour profile, before the pixels.
    const profile = Buffer.from('0000c350', 'hex');
    const start = Buffer.concat([png.subarray(0, 33), profile, Buffer.from('iCCP'), Buffer.alloc(9000, 7)]);

    expect(await sniffType(start.subarray(0, SNIFF_LENGTH))).toBe('image/png');
  });

  it.each([
    ['a web page', '<!doctype html><script>alert(1)</script>'],
    ['a drawing with a script', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['a program', '\u007fELF\u0002\u0001\u0001'],
    ['a document', '%PDF-1.7'],
    ['nothing', ''],
    ['the name of a type', 'image/png'],
  ])('reports no type of the library for %s', async (_, text) => {
    const type = await sniffType(Buffer.from(text, 'latin1'));

    expect(TYPES).not.toContain(type);
  });

  it('ignores names and uses bytes: what starts as a web page is no media type, whatever follows', async () => {
    const start = Buffer.concat([Buffer.from('<html>'), bytesOf('image/png')]);

    expect(TYPES).not.toContain(await sniffType(start));
  });
});
