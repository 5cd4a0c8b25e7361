import { createHash, randomBytes } from 'node:crypto';
import { ed25519 } from '@noble/curves/ed25519.js';
import { calculateJwkThumbprint } from 'jose';
import { describe, expect, it } from 'vitest';
import { privateKeyContext, createKeyReader, generateKeyPair } from '#shared/webhooks/sending/signing-key.ts';

/** Test 1 of RFC 8032, 7.1. */
const SEED = Buffer.from('9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60', 'hex');
const PUBLIC = Buffer.from('d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a', 'hex');

describe('generateKeyPair', () => {
  it('has the public key of the test vector of RFC 8032, and the thumbprint of RFC 8037', () => {
    const { id, publicKey } = generateKeyPair(() => SEED);

    expect(Buffer.from(publicKey, 'base64url')).toEqual(PUBLIC);
    expect(id).toBe('kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k');
  });

  it('agrees with two other implementations for random keys', async () => {
    const seed = randomBytes(32);
    const { id, publicKey } = generateKeyPair(() => seed);

    expect(Buffer.from(ed25519.getPublicKey(seed)).toString('base64url')).toBe(publicKey);
    expect(await calculateJwkThumbprint({ kty: 'OKP', crv: 'Ed25519', x: publicKey })).toBe(id);
  });

  it('takes 32 bytes from the source and rejects another number', () => {
    const asked: number[] = [];
    const short = (size: number) => {
      asked.push(size);
      return Buffer.alloc(31);
    };

    expect(() => generateKeyPair(short)).toThrow();
    expect(asked).toEqual([32]);
  });
});

describe('createKeyReader', () => {
  it('returns the same object for the same key, and another one for another key', () => {
    const read = createKeyReader();
    const [one, other] = [generateKeyPair(randomBytes), generateKeyPair(randomBytes)];

    expect(read(one.privateKey)).toBe(read(one.privateKey));
    expect(read(other.privateKey)).not.toBe(read(one.privateKey));
  });

  it('keeps a limited number of objects', () => {
    const read = createKeyReader();
    const { privateKey } = generateKeyPair(randomBytes);
    const first = read(privateKey);
    for (let made = 0; made < 1000; made += 1) {
      const seed = createHash('sha256').update(String(made)).digest();
      read(generateKeyPair(() => seed).privateKey);
    }

    expect(read(privateKey)).not.toBe(first);
  });
});

describe('privateKeyContext', () => {
  it('differs from the context of the secret of the same endpoint', () => {
    expect(privateKeyContext('w', 'e')).toEqual({ purpose: 'signing', workspace: 'w', subject: 'e#key' });
  });
});
