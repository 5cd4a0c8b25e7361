import { createHmac, timingSafeEqual } from 'node:crypto';

export type SignedDelivery = {
  readonly id: string | undefined;
  readonly timestamp: string | undefined;
  /** `webhook-signature` of Standard Webhooks. */
  readonly standard: string | undefined;
  /** `x-webhook-signature`, in Stripe's form. */
  readonly stripe: string | undefined;
  readonly body: string;
  /** Milliseconds since 1970. */
  readonly receivedAt: number;
};

const TOLERANCE_SECONDS = 300;

/** Whether a delivery carries both signatures, both are made with the secret, and both are recent. */
export function verifySignatures(delivery: SignedDelivery, secret: string): boolean {
  return verifyStripe(delivery, secret) && verifyStandard(delivery, secret);
}

/** `t=<seconds>,v1=<hex>[,v1=<hex>]` over `<t>.<body>`; the key is the text of the whole secret. */
function verifyStripe({ stripe = '', body, receivedAt }: SignedDelivery, secret: string): boolean {
  const members = stripe.split(',').map((member) => member.split('='));
  const time = members.find(([name]) => name === 't')?.[1];
  if (time === undefined || !isRecent(time, receivedAt)) return false;
  const expected = createHmac('sha256', Buffer.from(secret, 'utf8')).update(`${time}.${body}`).digest('hex');
  return members.some(([name, value]) => name === 'v1' && isSame(value ?? '', expected));
}

/** `v1,<base64>[ v1,<base64>]` over `<id>.<timestamp>.<body>`; the key is the decoded secret. */
function verifyStandard(
  { standard = '', id, timestamp, body, receivedAt }: SignedDelivery,
  secret: string,
): boolean {
  if (id === undefined || timestamp === undefined || !isRecent(timestamp, receivedAt)) return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return standard.split(' ').some((member) => isSame(member, `v1,${expected}`));
}

function isRecent(seconds: string, receivedAt: number): boolean {
  return Math.abs(receivedAt / 1000 - Number(seconds)) <= TOLERANCE_SECONDS;
}

function isSame(given: string, expected: string): boolean {
  const left = Buffer.from(given);
  const right = Buffer.from(expected);
  return left.length === right.length && timingSafeEqual(left, right);
}
