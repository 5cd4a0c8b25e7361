import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { generateSigningSecret, secretHint } from '#shared/webhooks/sending/signing-secret.ts';

describe('generateSigningSecret', () => {
  it('is whsec_ and 44 characters of standard base64 without padding', () => {
    expect(generateSigningSecret(randomBytes)).toMatch(/^whsec_[A-Za-z0-9+/]{44}$/);
  });

  it('uses the standard alphabet, not that of url-safe base64', () => {
    expect(generateSigningSecret((size) => Buffer.alloc(size, 0xff))).toBe(`whsec_${'/'.repeat(44)}`);
  });

  it('contains the 33 requested random bytes', () => {
    const bytes = randomBytes(33);
    const sizes: number[] = [];

    const secret = generateSigningSecret((size) => {
      sizes.push(size);
      return bytes;
    });

    expect(sizes).toEqual([33]);
    expect(Buffer.from(secret.slice(6), 'base64')).toEqual(bytes);
  });
});

describe('secretHint', () => {
  it('is the last four characters', () => {
    expect(secretHint('whsec_abcdefgh')).toBe('efgh');
  });
});
