import { Webhook } from 'standardwebhooks';
import Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { verifySignatures, type SignedDelivery } from '#local/receiver/verify-signatures.ts';

const secret = `whsec_${Buffer.alloc(33, 7).toString('base64')}`;
const body = '{"object":"event"}';
const receivedAt = Date.UTC(2026, 0, 1);
const seconds = receivedAt / 1000;
const stripe = new Stripe('sk_unused').webhooks;

/** Signed by the libraries that receivers use, not by our own code. */
function delivery(overrides: Partial<SignedDelivery> = {}): SignedDelivery {
  return {
    id: 'id-1',
    timestamp: String(seconds),
    standard: new Webhook(secret).sign('id-1', new Date(receivedAt), body),
    stripe: stripe.generateTestHeaderString({ payload: body, secret, timestamp: seconds }),
    body,
    receivedAt,
    ...overrides,
  };
}

describe('verifySignatures', () => {
  it('accepts both families made with the secret', () => {
    expect(verifySignatures(delivery(), secret)).toBe(true);
  });

  it('accepts the second signature of a rotation', () => {
    const { standard, stripe: header } = delivery();
    const rotating = delivery({
      standard: `v1,AAAA ${standard}`,
      stripe: header?.replace(',v1=', `,v1=${'0'.repeat(64)},v1=`),
    });

    expect(verifySignatures(rotating, secret)).toBe(true);
  });

  it.each<[string, Partial<SignedDelivery>]>([
    ['another body', { body: `${body} ` }],
    ['another id', { id: 'id-2' }],
    ['no Standard Webhooks signature', { standard: undefined }],
    ['no Stripe signature', { stripe: undefined }],
    ['an old request', { receivedAt: receivedAt + 301_000 }],
  ])('refuses %s', (_situation, overrides) => {
    expect(verifySignatures(delivery(overrides), secret)).toBe(false);
  });

  it('refuses another secret', () => {
    expect(verifySignatures(delivery(), `whsec_${Buffer.alloc(33, 8).toString('base64')}`)).toBe(false);
  });
});
