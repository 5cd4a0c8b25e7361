import { createHmac, timingSafeEqual } from 'node:crypto';
import type { webhooks } from './schema.d.ts';

/** The body of a delivery; `event` tells which one it is. */
export type WebhookEvent = {
  [Name in keyof webhooks]: webhooks[Name]['post']['requestBody']['content']['application/json'];
}[keyof webhooks];

export class WebhookError extends Error {
  override readonly name = 'WebhookError';
  readonly reason: 'missing' | 'malformed' | 'no_match' | 'too_old' | 'too_new' | 'not_json';

  constructor(reason: WebhookError['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

/**
 * Checks that the platform sent this body, and gives its event. `body` is what came over the wire, before any parser; `signature`
 * is the header `X-Webhook-Signature`; times are in seconds. Process an event once by its `id`, which all attempts and resends
 * share; `X-Webhook-Delivery` tells a repeated attempt from a resend. @throws WebhookError with the reason; answer 400 then
 */
export function verifyWebhook(
  body: string | Uint8Array,
  signature: string | readonly string[] | null | undefined,
  secret: string,
  { tolerance = 300, now = Date.now() / 1000 } = {},
): WebhookEvent {
  // With a secret that is not set anybody could sign.
  if (!/^whsec_[A-Za-z\d+/=]{44}$/u.test(secret)) throw new Error('The secret is not the whole whsec_… text');
  const [header, ...others] = [signature ?? []].flat();
  if (!header) throw new WebhookError('missing', 'X-Webhook-Signature is missing');
  const [, time, listed] = /^t=(\d+)((?:,v1=[0-9a-f]{64})+)$/u.exec(header) ?? [];
  if (time === undefined || listed === undefined || others.length > 0)
    throw new WebhookError('malformed', 'X-Webhook-Signature is not of the form t=…,v1=…');

  const expected = createHmac('sha256', secret).update(`${time}.`).update(body).digest();
  // During a rotation there is one signature by each secret.
  const given = listed.split(',v1=').slice(1);
  if (!given.some((hex) => timingSafeEqual(Buffer.from(hex, 'hex'), expected)))
    throw new WebhookError('no_match', 'No signature is of this body and this secret');

  const age = now - Number(time);
  // Not `>`, which is false of NaN.
  if (!(Math.abs(age) <= tolerance))
    throw new WebhookError(age < 0 ? 'too_new' : 'too_old', `Signed at ${time}, verified at ${now}`);
  return parse(typeof body === 'string' ? body : new TextDecoder().decode(body));
}

function parse(text: string): WebhookEvent {
  try {
    // What the platform has signed is one of its events.
    // oxlint-disable-next-line typescript/no-unsafe-return
    return JSON.parse(text);
  } catch {
    throw new WebhookError('not_json', 'The body is not JSON');
  }
}
