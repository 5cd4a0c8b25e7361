import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { verifyWebhookWithKeys } from '#clients/typescript/verify-with-keys.ts';
import { publicKeyText } from '#shared/webhooks/http/public-keys.ts';
import { signatureHeaders } from '#shared/webhooks/sending/signature.ts';
import { generateKeyPair, readPrivateKey } from '#shared/webhooks/sending/signing-key.ts';
import { reasonOf } from '#test/support/fixtures/webhooks/reason-of.ts';

const TIME = 1_767_225_600;
const BODY = '{"id":"11111111-1111-4111-8111-111111111111","test":true,"name":"Zoë"}';
const SECRET = 'whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=';
const [mine, older, foreign] = [
  generateKeyPair(randomBytes),
  generateKeyPair(randomBytes),
  generateKeyPair(randomBytes),
];
const at = { now: TIME };

function signedWith(...pairs: readonly (typeof mine)[]) {
  const keys = pairs.map(({ privateKey }) => readPrivateKey(privateKey));
  return signatureHeaders({
    secrets: [SECRET],
    keys,
    eventId: 'event-1',
    timestamp: TIME,
    body: Buffer.from(BODY),
  });
}

describe('verifyWebhookWithKeys', () => {
  it('accepts a key as text and as an entry of the JWK Set, and the body as text and bytes', () => {
    const headers = signedWith(mine);

    expect(verifyWebhookWithKeys(BODY, headers, [publicKeyText(mine)], at)).toEqual(JSON.parse(BODY));
    expect(verifyWebhookWithKeys(Buffer.from(BODY), headers, [{ x: mine.publicKey }], at)).toEqual(
      JSON.parse(BODY),
    );
  });

  it('accepts any key and any entry during a rotation', () => {
    const keys = [{ x: mine.publicKey }, { x: older.publicKey }];

    expect(reasonOf(() => verifyWebhookWithKeys(BODY, signedWith(mine, older), [keys[1] ?? ''], at))).toBe(
      'verified',
    );
    expect(reasonOf(() => verifyWebhookWithKeys(BODY, signedWith(older), keys, at))).toBe('verified');
  });

  it.each([
    ['no_match', BODY.replace('true', 'false'), {}, TIME],
    ['no_match', BODY, { 'webhook-id': 'event-2' }, TIME],
    ['no_match', BODY, { 'webhook-timestamp': String(TIME + 1) }, TIME],
    ['no_match', BODY, { 'webhook-signature': 'v1a,AAAA' }, TIME],
    ['missing', BODY, { 'webhook-signature': signedWith()['webhook-signature'] }, TIME],
    ['missing', BODY, { 'webhook-id': undefined }, TIME],
    ['malformed', BODY, { 'webhook-timestamp': 'now' }, TIME],
    ['malformed', BODY, { 'webhook-id': ['event-1', 'event-1'] }, TIME],
    ['verified', BODY, {}, TIME + 300],
    ['too_old', BODY, {}, TIME + 301],
    ['too_new', BODY, {}, TIME - 301],
  ])('returns %s', (reason, body, changed, now) => {
    const headers = { ...signedWith(mine), ...changed };

    expect(reasonOf(() => verifyWebhookWithKeys(body, headers, [{ x: mine.publicKey }], { now }))).toBe(
      reason,
    );
  });

  it('accepts no other key, and no request without keys', () => {
    expect(
      reasonOf(() => verifyWebhookWithKeys(BODY, signedWith(mine), [{ x: foreign.publicKey }], at)),
    ).toBe('no_match');
    expect(reasonOf(() => verifyWebhookWithKeys(BODY, signedWith(mine), [], at))).toBe('no_match');
  });

  it.each(['whpk_AAAA', SECRET, ''])('throws a plain error for %j, which is no public key', (key) => {
    expect(() => verifyWebhookWithKeys(BODY, signedWith(mine), [key], at)).toThrow(
      'The public key is neither',
    );
  });
});
