import { signatureHeaders } from './signature.ts';
import type { SignatureInput } from './signature.ts';

/** The input of the headers of one delivery attempt. */
export interface DeliveryHeadersInput extends SignatureInput {
  /** Event name, such as `publishing.post.published`. */
  readonly event: string;
  readonly deliveryId: string;
}

/**
 * All headers that the platform sets on one delivery attempt, in lower case (docs/specification.md#delivery-headers). HTTP
 * adds only what it requires: no cookies, no `Accept-Encoding`. Throws the errors of `signatureHeaders`.
 */
export function webhookRequestHeaders(input: DeliveryHeadersInput): Record<string, string> {
  return {
    'content-type': 'application/json',
    'user-agent': 'workspace-platform-webhooks/1',
    'x-webhook-event': input.event,
    'x-webhook-delivery': input.deliveryId,
    ...signatureHeaders(input),
  };
}
