import { Webhook as StandardWebhook } from 'standardwebhooks';
import Stripe from 'stripe';
import { Webhook as SvixWebhook } from 'svix';
import type { Captured } from './capturing-receiver.ts';

const stripe = new Stripe('sk_test_unused');

/** Verifies a captured delivery with three verifiers that nobody here wrote. Throws unless all three accept it. */
export function verifyDelivery({ headers, body }: Captured, secret: string): Record<string, unknown> {
  stripe.webhooks.constructEvent(body, String(headers['x-webhook-signature']), secret);
  const standard = {
    'webhook-id': String(headers['webhook-id']),
    'webhook-timestamp': String(headers['webhook-timestamp']),
    'webhook-signature': String(headers['webhook-signature']),
  };
  new StandardWebhook(secret).verify(body.toString(), standard);
  new SvixWebhook(secret).verify(body.toString(), standard);
  return JSON.parse(body.toString());
}
