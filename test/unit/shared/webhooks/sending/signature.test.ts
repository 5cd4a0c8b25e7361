import { createHmac } from 'node:crypto';
import { ed25519 } from '@noble/curves/ed25519.js';
import { describe, expect, it } from 'vitest';
import { signatureHeaders } from '#shared/webhooks/sending/signature.ts';
import { generateKeyPair, readPrivateKey } from '#shared/webhooks/sending/signing-key.ts';

/** The published vector of the documentation; not a live secret. */
const vector = {
  secret: 'whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=',
  eventId: '11111111-1111-4111-8111-111111111111',
  timestamp: 1767225600,
  body: Buffer.from('{"id":"11111111-1111-4111-8111-111111111111","test":true}'),
  v1: 'e007be5ce7869212cb01ac2c595be830401afa8b660d3bf3620ebf4c3bfd25bb',
};
const oldSecret = `whsec_${Buffer.alloc(33, 7).toString('base64')}`;
const [KEY, OLD_KEY] = [keyOf(1), keyOf(2)];
const bareSecret = vector.secret.slice('whsec_'.length);

describe('signatureHeaders', () => {
  it('returns the published vector', () => {
    const headers = signatureHeaders({ ...vector, secrets: [vector.secret] });

    expect(headers['x-webhook-signature']).toBe(`t=1767225600,v1=${vector.v1}`);
    expect(headers['webhook-id']).toBe(vector.eventId);
    expect(headers['webhook-timestamp']).toBe('1767225600');
  });

  it('signs id, time and body with the decoded secret in the Standard Webhooks header', () => {
    const headers = signatureHeaders({ ...vector, secrets: [vector.secret] });

    const key = Buffer.from('01234567890123456789012345678901');
    const expected = createHmac('sha256', key).update(
      `${vector.eventId}.1767225600.${vector.body.toString()}`,
    );
    expect(headers['webhook-signature']).toBe(`v1,${expected.digest('base64')}`);
  });

  it('contains both secrets during an overlap, newest first', () => {
    const both = signatureHeaders({ ...vector, secrets: [vector.secret, oldSecret] });
    const old = signatureHeaders({ ...vector, secrets: [oldSecret] });

    expect(both['x-webhook-signature']).toBe(
      `t=1767225600,v1=${vector.v1},${old['x-webhook-signature']?.split(',')[1]}`,
    );
    expect(both['webhook-signature']).toMatch(/^v1,\S{44} v1,\S{44}$/);
    expect(both['webhook-signature']?.split(' ')[1]).toBe(old['webhook-signature']);
  });

  it('signs the bytes, including those that are not valid UTF-8', () => {
    const sign = (body: Buffer): string | undefined =>
      signatureHeaders({ ...vector, secrets: [vector.secret], body })['x-webhook-signature'];

    expect(sign(Buffer.from([0xff]))).not.toBe(sign(Buffer.from([0xfe])));
  });

  describe('with key pairs', () => {
    it('adds one signature for each key after those of the secrets, newest first', () => {
      const headers = signatureHeaders({
        ...vector,
        secrets: [vector.secret, oldSecret],
        keys: [KEY, OLD_KEY],
      });

      const [one, two, ...asymmetric] = String(headers['webhook-signature']).split(' ');
      expect([one, two].map((entry) => entry?.slice(0, 3))).toEqual(['v1,', 'v1,']);
      expect(asymmetric.map((entry) => entry.slice(0, 4))).toEqual(['v1a,', 'v1a,']);
      const content = Buffer.from(`${vector.eventId}.1767225600.${vector.body.toString()}`);
      const isSigned = ([entry, byte]: readonly [string | undefined, number]) =>
        ed25519.verify(
          Buffer.from(String(entry).slice(4), 'base64'),
          content,
          ed25519.getPublicKey(Buffer.alloc(32, byte)),
        );
      expect(isSigned([asymmetric[0], 1]) && isSigned([asymmetric[1], 2])).toBe(true);
      expect(isSigned([asymmetric[0], 2])).toBe(false);
    });

    it('changes no other header', () => {
      const { 'webhook-signature': _, ...plain } = signatureHeaders({ ...vector, secrets: [vector.secret] });
      const { 'webhook-signature': signed, ...others } = signatureHeaders({
        ...vector,
        secrets: [vector.secret],
        keys: [KEY],
      });

      expect(others).toEqual(plain);
      expect(signed).toMatch(/^v1,\S{44} v1a,\S{86}==$/u);
    });

    it('rejects a third key', () => {
      const sign = () => signatureHeaders({ ...vector, secrets: [vector.secret], keys: [KEY, OLD_KEY, KEY] });

      expect(sign).toThrow('at most two keys');
    });
  });

  it.each([
    ['no secret', { secrets: [] }, 'one or two'],
    ['three secrets', { secrets: [vector.secret, oldSecret, oldSecret] }, 'one or two'],
    ['a secret without its prefix', { secrets: [bareSecret] }, 'starts with whsec_'],
    ['a second secret without its prefix', { secrets: [vector.secret, bareSecret] }, 'starts with whsec_'],
    ['a fractional timestamp', { secrets: [vector.secret], timestamp: 1.5 }, 'whole unix seconds'],
  ])('rejects %s with the reason', (_, wrong, reason) => {
    const sign = (): unknown => signatureHeaders({ ...vector, ...wrong });

    expect(sign).toThrow(RangeError);
    expect(sign).toThrow(reason);
  });
});

/** The private key whose 32 bytes are all the same. */
function keyOf(byte: number) {
  return readPrivateKey(generateKeyPair((size) => Buffer.alloc(size, byte)).privateKey);
}
