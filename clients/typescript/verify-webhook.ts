import { createHmac, timingSafeEqual } from 'node:crypto';
import type { webhooks } from './schema.d.ts';

/** The body of a delivery; `event` identifies the type. */
export type WebhookEvent = {
  [Name in keyof webhooks]: webhooks[Name]['post']['requestBody']['content']['application/json'];
}[keyof webhooks];

/** The time of the verification, and how far the time of the signature may differ, in seconds. */
export type Clock = { readonly tolerance?: number; readonly now?: number };

export class WebhookError extends Error {
  override readonly name = 'WebhookError';
  readonly reason: 'missing' | 'malformed' | 'no_match' | 'too_old' | 'too_new' | 'not_json';

  constructor(reason: WebhookError['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

/**
 * Verifies that the platform sent this body, as received, and returns the event. Times are in seconds. Drop duplicates by `X-Webhook-Delivery`, which all attempts of a
 * delivery share; a resend has a new one. To process an event only once even if it is resent, use its `id` instead.
 * @throws WebhookError with a reason; respond with 400
 */
export function verifyWebhook(
  body: string | Uint8Array,
  signature: string | readonly string[] | null | undefined,
  secret: string,
  clock: Clock = {},
): WebhookEvent {
  // If the secret were empty, anyone could create valid signatures.
  if (!/^whsec_[A-Za-z\d+/=]{44}$/u.test(secret)) throw new Error('The whsec_… secret is not complete');
  const [header, ...others] = [signature ?? []].flat();
  if (!header) throw new WebhookError('missing', 'X-Webhook-Signature is missing');
  const [, time, listed = ''] = /^t=(\d+)((?:,v\w+=[^\s,]+)+)$/u.exec(header) ?? [];
  // During a rotation, there is one signature for each secret. Signatures of other versions are ignored.
  const given = listed.split(',').flatMap((each) => (each.startsWith('v1=') ? [each.slice(3)] : []));
  if (!time || !given.length || others.length || !given.every((hex) => /^[0-9a-f]{64}$/u.test(hex)))
    throw new WebhookError('malformed', 'X-Webhook-Signature does not have the format t=…,v1=…');

  const expected = createHmac('sha256', secret).update(`${time}.`).update(body).digest();
  if (!given.some((hex) => timingSafeEqual(Buffer.from(hex, 'hex'), expected)))
    throw new WebhookError('no_match', 'No signature matches the body and the secret');

  return readRecent(time, body, clock);
}

/** The event of a verified body. @throws WebhookError `too_old` · `too_new` · `not_json` */
export function readRecent(
  time: string,
  body: string | Uint8Array,
  { tolerance = 300, now = Date.now() / 1000 }: Clock,
): WebhookEvent {
  const age = now - Number(time);
  // Not `>`, which is false for NaN.
  if (!(Math.abs(age) <= tolerance))
    throw new WebhookError(age < 0 ? 'too_new' : 'too_old', `Signed at ${time}, verified at ${now}`);
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  try {
    // The signature proves that the body is an event of the platform.
    // oxlint-disable-next-line typescript/no-unsafe-return
    return JSON.parse(text);
  } catch {
    throw new WebhookError('not_json', 'The body is not valid JSON');
  }
}
