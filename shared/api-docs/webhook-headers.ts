import type { JsonSchema } from './json-schema.ts';

type Header = readonly [name: string, description: string, schema: JsonSchema];

/** Headers of every delivery, including both signature schemes (docs/specification/webhooks.md#delivery-headers). */
const HEADERS: readonly Header[] = [
  [
    'X-Webhook-Delivery',
    'UUID of the delivery. Drop duplicates by `X-Webhook-Delivery`, which all attempts of a delivery share; a resend has a ' +
      'new one. To process an event only once even if it is resent, use its `id` instead',
    { format: 'uuid' },
  ],
  [
    'X-Webhook-Signature',
    '`t=<unix seconds>,v1=<hex>`: HMAC-SHA256 of `<t>.<body>`, in hexadecimal. The key is the complete ' +
      'signing secret, including `whsec_`. For 24 hours after a rotation, there are two `v1` values',
    { pattern: '^t=[0-9]+(,v1=[0-9a-f]{64}){1,2}$' },
  ],
  ['webhook-id', 'UUID of the event (Standard Webhooks)', { format: 'uuid' }],
  [
    'webhook-timestamp',
    'Unix timestamp of the attempt in seconds (Standard Webhooks)',
    { pattern: '^[0-9]+$' },
  ],
  [
    'webhook-signature',
    '`v1,<base64>` (Standard Webhooks): HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`, in ' +
      'Base64. The key is the Base64-decoded part of the signing secret after `whsec_`. For 24 hours after a ' +
      'rotation, there are two signatures, separated by a space. An endpoint with asymmetric signatures adds ' +
      '`v1a,<base64>`, the Ed25519 signature of the same content, once for each valid key',
    { pattern: '^v1,[A-Za-z0-9+/]{43}=( v1,[A-Za-z0-9+/]{43}=)?( v1a,[A-Za-z0-9+/]{86}==){0,2}$' },
  ],
];

/** The headers of a delivery, as parameters of the request. */
export function webhookHeaders(event: string): JsonSchema[] {
  const headers: readonly Header[] = [['X-Webhook-Event', 'Name of the event', { const: event }], ...HEADERS];
  return headers.map(([name, description, schema]) => ({
    name,
    in: 'header',
    required: true,
    description,
    schema: { type: 'string', ...schema },
  }));
}
