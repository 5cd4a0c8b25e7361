import { Webhook } from 'standardwebhooks';
import Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { verifySignatures, type SignedDelivery } from '#local/receiver/verify-signatures.ts';
import { signatureHeaders } from '#shared/webhooks/sending/signature.ts';

const secret = `whsec_${Buffer.alloc(33, 7).toString('base64')}`;
const body = '{"object":"event"}';
const receivedAt = Date.UTC(2026, 0, 1);
const seconds = receivedAt / 1000;
const stripe = new Stripe('sk_unused').webhooks;

/** Signed by the libraries that receivers use, not by the platform. */
const headers = {
  'webhook-id': 'id-1',
  'webhook-timestamp': String(seconds),
  'webhook-signature': new Webhook(secret).sign('id-1', new Date(receivedAt), body),
  'x-webhook-signature': stripe.generateTestHeaderString({ payload: body, secret, timestamp: seconds }),
};

function verdicts(overrides: Partial<SignedDelivery> = {}, changed: Record<string, string> = {}) {
  const delivery = { body: Buffer.from(body), receivedAt, ...overrides, headers: { ...headers, ...changed } };
  return verifySignatures(delivery, secret);
}

const BOTH = { stripe: 'verified', standard: 'verified' };

describe('verifySignatures', () => {
  it('accepts both schemes made with the secret', () => {
    expect(verdicts()).toEqual(BOTH);
  });

  it('accepts the second signature of a rotation', () => {
    expect(
      verdicts(
        {},
        {
          'webhook-signature': `v1,AAAA ${headers['webhook-signature']}`,
          'x-webhook-signature': headers['x-webhook-signature'].replace(',v1=', `,v1=${'0'.repeat(64)},v1=`),
        },
      ),
    ).toEqual(BOTH);
  });

  it('distinguishes bodies that decode to the same text', () => {
    const [one, other] = [Buffer.from([0xff]), Buffer.from([0xfe])];
    const signed = signatureHeaders({ secrets: [secret], eventId: 'id-1', timestamp: seconds, body: one });

    expect(one.toString()).toBe(other.toString());
    expect(verdicts({ body: one }, signed)).toEqual(BOTH);
    expect(verdicts({ body: other }, signed)).toEqual({
      stripe: 'signature_mismatch',
      standard: 'signature_mismatch',
    });
  });

  it.each<[string, number, string, string]>([
    ['as old as allowed', 300, 'verified', 'verified'],
    ['too old by a second', 301, 'timestamp_too_old', 'timestamp_too_old'],
    ['as early as allowed', -300, 'verified', 'verified'],
    ['too early by a second', -301, 'verified', 'timestamp_in_future'],
  ])('verifies a delivery %s', (_situation, age, stripeVerdict, standardVerdict) => {
    expect(verdicts({ receivedAt: receivedAt + age * 1000 })).toEqual({
      stripe: stripeVerdict,
      standard: standardVerdict,
    });
  });

  it.each<[string, Record<string, string>, string, string]>([
    ['no Stripe signature', { 'x-webhook-signature': '' }, 'header_missing', 'verified'],
    ['no Standard Webhooks signature', { 'webhook-signature': '' }, 'verified', 'header_missing'],
    ['no id', { 'webhook-id': '' }, 'verified', 'header_missing'],
    ['another id', { 'webhook-id': 'id-2' }, 'verified', 'signature_mismatch'],
    ['an invalid time', { 'webhook-timestamp': 'noon' }, 'verified', 'header_malformed'],
    ['an invalid Stripe time', { 'x-webhook-signature': 't=noon,v1=00' }, 'header_malformed', 'verified'],
    [
      'a Stripe header of another version',
      { 'x-webhook-signature': `t=${seconds},v0=00` },
      'header_malformed',
      'verified',
    ],
  ])('reports %s', (_situation, changed, stripeVerdict, standardVerdict) => {
    expect(verdicts({}, changed)).toEqual({ stripe: stripeVerdict, standard: standardVerdict });
  });

  it('rejects another secret', () => {
    const other = `whsec_${Buffer.alloc(33, 8).toString('base64')}`;

    expect(verifySignatures({ headers, body: Buffer.from(body), receivedAt }, other)).toEqual({
      stripe: 'signature_mismatch',
      standard: 'signature_mismatch',
    });
  });
});
