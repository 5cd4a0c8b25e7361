import { createHmac } from 'node:crypto';

type Signed = {
  readonly secret: string;
  readonly eventId: string;
  /** Time of this request, in Unix seconds. */
  readonly timestamp: number;
  readonly body: Buffer;
};

/** The headers of both signature schemes, as the platform computes them for a delivery. */
export function signatureHeaders({ secret, eventId, timestamp, body }: Signed): Record<string, string> {
  return {
    'x-webhook-signature': `t=${timestamp},v1=${stripeStyle(secret, String(timestamp), body)}`,
    'webhook-id': eventId,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': `v1,${standardStyle(secret, eventId, String(timestamp), body)}`,
  };
}

/** The signature of `X-Webhook-Signature`. The key is the whole secret as text. */
export function stripeStyle(secret: string, time: string, body: Buffer): string {
  return createHmac('sha256', secret).update(`${time}.`).update(body).digest('hex');
}

/** The signature of Standard Webhooks. The key is decoded from the part after the prefix. */
export function standardStyle(secret: string, id: string, time: string, body: Buffer): string {
  return standardMac(Buffer.from(secret.replace(/^whsec_/u, ''), 'base64'), id, time, body);
}

export function standardMac(key: Buffer, id: string, time: string, body: Buffer): string {
  return createHmac('sha256', key).update(`${id}.${time}.`).update(body).digest('base64');
}
