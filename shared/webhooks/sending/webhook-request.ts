import { signatureHeaders } from './signature.ts';
import type { SignatureInput } from './signature.ts';

/** What the headers of one delivery attempt are made of. */
export interface DeliveryHeadersInput extends SignatureInput {
  /** Event name, such as `publishing.post.published`. */
  readonly event: string;
  readonly deliveryId: string;
}

/**
 * All headers that we set on one delivery attempt (specification, Delivery format; G104; G118). Nothing else is
 * added but what HTTP needs: no cookies, no `Accept-Encoding`. Names are lower case. Errors as `signatureHeaders`.
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
