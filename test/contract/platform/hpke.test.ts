import { AEAD_AES_256_GCM, CipherSuite, KDF_HKDF_SHA256, KEM_DHKEM_X25519_HKDF_SHA256 } from 'hpke';
import { describe, expect, it } from 'vitest';
import {
  newKeyPair,
  openWith,
  readPrivateKey,
  readPublicKey,
  sealFor,
} from '#shared/platform/runtime/secrets/hpke.ts';

const BINDING = { info: Buffer.from('info'), aad: Buffer.from('additional data') };
const ENC_BYTES = 32;

/** The implementation of the package `hpke`. */
const suite = new CipherSuite(KEM_DHKEM_X25519_HKDF_SHA256, KDF_HKDF_SHA256, AEAD_AES_256_GCM);

describe('HPKE and an independent implementation', () => {
  const pair = newKeyPair();
  const own = readPrivateKey(pair);

  it.each(['', 'secret', 'x'.repeat(4096)])('opens what the other encrypted: %#', async (text) => {
    const recipient = await suite.DeserializePublicKey(own.publicRaw);
    const { encapsulatedSecret, ciphertext } = await suite.Seal(recipient, Buffer.from(text), BINDING);
    const sealed = Buffer.concat([encapsulatedSecret, ciphertext]);

    expect(openWith(own, sealed, BINDING).toString()).toBe(text);
  });

  it.each(['', 'secret', 'x'.repeat(4096)])('encrypts what the other opens: %#', async (text) => {
    const sealed = sealFor(readPublicKey(own.publicRaw), Buffer.from(text), BINDING);
    const key = await suite.DeserializePrivateKey(pair.privateRaw, true);
    const opened = await suite.Open(key, sealed.subarray(0, ENC_BYTES), sealed.subarray(ENC_BYTES), BINDING);

    expect(Buffer.from(opened).toString()).toBe(text);
  });
});
