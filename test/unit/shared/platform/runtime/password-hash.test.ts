import { scryptSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { hashPassword, verifyPassword } from '#shared/platform/runtime/password-hash.ts';

const PASSWORD = 'analytical engine';

describe('hashPassword', () => {
  it('contains salt, hash and cost in one string, and nothing of the password', async () => {
    const stored = await hashPassword(PASSWORD);

    expect(stored).toMatch(/^\$scrypt\$ln=15,r=8,p=3\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/u);
    expect(stored).not.toContain(PASSWORD);
  });

  it('is different each time', async () => {
    expect(await hashPassword(PASSWORD)).not.toBe(await hashPassword(PASSWORD));
  });
});

describe('verifyPassword', () => {
  it('knows the password and no other', async () => {
    const stored = await hashPassword(PASSWORD);

    expect(await verifyPassword(PASSWORD, stored)).toBe(true);
    for (const other of ['', ` ${PASSWORD}`, PASSWORD.toUpperCase()])
      expect(await verifyPassword(other, stored)).toBe(false);
  });

  it('still knows a password that an earlier version hashed as it was sent', async () => {
    // The hash of "man\u0303ana" in this decomposed form, with a low cost.
    const salt = Buffer.from('0123456789abcdef');
    const hash = scryptSync('man\u0303ana', salt, 32, { N: 16, r: 1, p: 1 });
    const [saltText, hashText] = [salt, hash].map((bytes) => bytes.toString('base64').replaceAll('=', ''));
    const stored = `$scrypt$ln=4,r=1,p=1$${saltText}$${hashText}`;

    expect(await verifyPassword('man\u0303ana', stored)).toBe(true);
    expect(await verifyPassword('manana', stored)).toBe(false);
  });

  it('uses the cost in the string, so that older hashes stay valid', async () => {
    // RFC 7914, 12: the vector of "pleaseletmein" with N = 16384, r = 8, p = 1.
    const hash =
      '7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2d5432955613f0fcf62d49705242a9af9e61e85dc0d651e40dfcf017b45575887';
    const text = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');
    const salt = text(Buffer.from('SodiumChloride'));
    const stored = `$scrypt$ln=14,r=8,p=1$${salt}$${text(Buffer.from(hash, 'hex'))}`;

    expect(await verifyPassword('pleaseletmein', stored)).toBe(true);
    expect(await verifyPassword('pleaseletmeout', stored)).toBe(false);
  });

  it.each(['', 'plain', '$scrypt$ln=15,r=8$x$y', '$2b$12$abc'])('knows no other form: %j', async (stored) => {
    await expect(verifyPassword(PASSWORD, stored)).rejects.toThrow('no known form');
  });
});
