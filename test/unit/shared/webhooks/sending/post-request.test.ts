import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { excerptText, readExcerpt } from '#shared/webhooks/sending/post-request.ts';

describe('excerptText', () => {
  it('has no control characters, which a terminal would obey', () => {
    const sent = 'a\u0000b\u001b[31mred\u0007\u007f\u0085\u009bc';

    expect(excerptText(Buffer.from(sent))).toBe('ab[31mredc');
  });

  it('keeps tabs, line breaks and every other character', () => {
    expect(excerptText(Buffer.from('a\tb\r\nä😀\u200d'))).toBe('a\tb\r\nä😀\u200d');
  });

  it('has no half character at the end', () => {
    expect(excerptText(Buffer.from('aä').subarray(0, 2))).toBe('a');
  });

  it('has at most 512 bytes, of which a secret before their end has none', () => {
    const body = Buffer.from(`${'.'.repeat(505)}s3cret-token!`);

    expect(excerptText(body)).toBe(`${'.'.repeat(505)}s3cret-`);
    expect(excerptText(body, ['s3cret-token'])).toBe(`${'.'.repeat(505)}•••`);
  });

  it('hides a secret whose characters are separated by control characters', () => {
    expect(excerptText(Buffer.from('s3cret-token', 'utf16le'), ['s3cret-token'])).toBe('•••');
  });
});

describe('readExcerpt', () => {
  const body = () => Readable.from([Buffer.alloc(300, 'a'), Buffer.alloc(20_000, 'b')]);

  it('keeps 512 bytes of a body', async () => {
    expect(await readExcerpt(body(), 16_384)).toHaveLength(512);
  });

  it('keeps what follows as far as a secret can reach', async () => {
    expect((await readExcerpt(body(), 16_384, ['s'.repeat(1024)])).length).toBeGreaterThanOrEqual(512 + 1024);
  });
});
