import { createCipheriv, createHash, diffieHellman } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  messageKey,
  newKeyPair,
  openWith,
  publicKeyOf,
  readPrivateKey,
  readPublicKey,
  sealFor,
  sharedSecret,
} from '#shared/platform/runtime/secrets/hpke.ts';

/**
 * The test vector of RFC 9180 for base mode with DHKEM(X25519, HKDF-SHA256), HKDF-SHA256 and AES-256-GCM (kem_id 32, kdf_id 1,
 * aead_id 2), in the accumulated form of https://c2sp.org/CCTV: texts of random length from SHAKE128, and the SHAKE128 of 1,000
 * ciphertexts. `skEm` is derived from `ikmE` 2cd7c601….
 */
const VECTOR = {
  info: hex('4f6465206f6e2061204772656369616e2055726e'),
  skEm: hex('179d4b53b6365c45b600c4163b61d95cbc2f4d9e36f1695558dce265ab8bab11'),
  skRm: hex('497b4502664cfea5d5af0b39934dac72242a74f8480451e1aee7d6a53320333d'),
  pkRm: hex('430f4b9859665145a6b1ba274024487bd66f03a2dd577d7753c68d7d7d00c00c'),
  enc: hex('6c93e09869df3402d7bf231bf540fadd35cd56be14f97178f0954db94b7fc256'),
  encryptions: hex('1702e73e1e71705faa8241022af1deea'),
};

const BINDING = { info: Buffer.from('info'), aad: Buffer.from('aad') };

function hex(text: string): Buffer {
  return Buffer.from(text, 'hex');
}

/** A stream of bytes, from which texts of 0 to 255 bytes are drawn. */
function drawer(): () => Buffer {
  const bytes = createHash('shake128', { outputLength: 600_000 }).digest();
  let at = 0;
  return () => {
    const length = bytes.readUInt8(at);
    at += 1 + length;
    return bytes.subarray(at - length, at);
  };
}

describe('HPKE', () => {
  it('is that of the test vectors of RFC 9180', () => {
    const draw = drawer();
    const { info } = VECTOR;
    const recipient = readPublicKey(VECTOR.pkRm);
    const ephemeral = readPrivateKey({ privateRaw: VECTOR.skEm, publicRaw: VECTOR.enc });
    const ciphertexts = createHash('shake128', { outputLength: 16 });

    // The first message is what the platform uses; the others have the same key and another nonce.
    const [aad, text] = [draw(), draw()];
    const sealed = sealFor(recipient, text, { info, aad }, ephemeral);
    expect(sealed.subarray(0, 32)).toEqual(VECTOR.enc);
    expect(
      openWith(readPrivateKey({ privateRaw: VECTOR.skRm, publicRaw: VECTOR.pkRm }), sealed, { info, aad }),
    ).toEqual(text);
    ciphertexts.update(sealed.subarray(32));
    const { key, nonce } = keyOfFirst();
    for (let sequence = 1; sequence < 1000; sequence += 1) {
      const [nextAad, nextText] = [draw(), draw()];
      const next = Buffer.from(nonce);
      next.writeUInt16BE(next.readUInt16BE(10) ^ sequence, 10);
      const cipher = createCipheriv('aes-256-gcm', key, next).setAAD(nextAad);
      ciphertexts.update(Buffer.concat([cipher.update(nextText), cipher.final(), cipher.getAuthTag()]));
    }
    expect(ciphertexts.digest()).toEqual(VECTOR.encryptions);
  });

  it('encrypts each message with another key', () => {
    const recipient = readPublicKey(readPrivateKey(newKeyPair()).publicRaw);
    const text = Buffer.from('secret');

    expect(sealFor(recipient, text, BINDING)).not.toEqual(sealFor(recipient, text, BINDING));
  });

  it.each([
    ['another info', { ...BINDING, info: Buffer.from('other') }],
    ['other additional data', { ...BINDING, aad: Buffer.from('other') }],
    ['a shift of bytes between both', { info: Buffer.from('infoa'), aad: Buffer.from('ad') }],
  ])('rejects %s', (_, binding) => {
    const key = readPrivateKey(newKeyPair());
    const sealed = sealFor(readPublicKey(key.publicRaw), Buffer.from('secret'), BINDING);

    expect(() => openWith(key, sealed, binding)).toThrow();
  });

  it('rejects a change of any byte, and any shorter message', () => {
    const key = readPrivateKey(newKeyPair());
    const sealed = sealFor(readPublicKey(key.publicRaw), Buffer.from('secret'), BINDING);

    for (const [at, byte] of sealed.entries()) {
      const changed = Buffer.from(sealed);
      changed.writeUInt8(byte ^ 1, at);
      expect(() => openWith(key, changed, BINDING)).toThrow();
      expect(() => openWith(key, sealed.subarray(0, at), BINDING)).toThrow();
    }
  });

  it('rejects another private key', () => {
    const sealed = sealFor(readPublicKey(VECTOR.pkRm), Buffer.from('secret'), BINDING);

    expect(() => openWith(readPrivateKey(newKeyPair()), sealed, BINDING)).toThrow();
  });

  it('rejects an encapsulated or a public key of small order, whose shared secret everybody knows', () => {
    const zero = readPublicKey(Buffer.alloc(32));

    expect(() => sealFor(zero, Buffer.from('secret'), BINDING)).toThrow();
    expect(() =>
      openWith(
        readPrivateKey({ privateRaw: VECTOR.skRm, publicRaw: VECTOR.pkRm }),
        Buffer.alloc(80),
        BINDING,
      ),
    ).toThrow();
  });

  it.each([31, 33, 0])('accepts no key of %i bytes', (length) => {
    const { publicRaw, privateRaw } = newKeyPair();
    const wrong = Buffer.alloc(length);

    expect(() => readPublicKey(wrong)).toThrow(RangeError);
    expect(() => readPrivateKey({ privateRaw: wrong, publicRaw })).toThrow(RangeError);
    expect(() => readPrivateKey({ privateRaw, publicRaw: wrong })).toThrow(RangeError);
    expect(() => publicKeyOf(wrong)).toThrow(RangeError);
  });

  it('computes the public key of a private key', () => {
    expect(publicKeyOf(VECTOR.skRm)).toEqual(VECTOR.pkRm);
    expect(publicKeyOf(VECTOR.skEm)).toEqual(VECTOR.enc);
  });
});

/** The key and the nonce of the vector, by a key agreement of the test itself. */
function keyOfFirst() {
  const dh = diffieHellman({
    privateKey: readPrivateKey({ privateRaw: VECTOR.skEm, publicRaw: VECTOR.enc }).key,
    publicKey: readPublicKey(VECTOR.pkRm).key,
  });
  return messageKey(sharedSecret(dh, VECTOR.enc, VECTOR.pkRm), VECTOR.info);
}
