import type { JsonSchema } from './json-schema.ts';

type Header = readonly [name: string, description: string, schema: JsonSchema];

/** Headers of every delivery, both families of signatures included (specification, Delivery format; G104, G118). */
const HEADERS: readonly Header[] = [
  [
    'X-Webhook-Delivery',
    'UUID of the delivery. Process an event once by its `id`, which all attempts and resends share; `X-Webhook-Delivery` tells a repeated attempt from a resend',
    { format: 'uuid' },
  ],
  [
    'X-Webhook-Signature',
    '`t=<unix seconds>,v1=<hex>`: HMAC-SHA256 by the secret over `t`, a dot and the body; two `v1` while a rotation overlaps',
    { pattern: '^t=[0-9]+(,v1=[0-9a-f]{64}){1,2}$' },
  ],
  ['webhook-id', 'UUID of the event (Standard Webhooks)', { format: 'uuid' }],
  ['webhook-timestamp', 'Unix seconds of this attempt (Standard Webhooks)', { pattern: '^[0-9]+$' }],
  [
    'webhook-signature',
    '`v1,<base64>` (Standard Webhooks); two, parted by a space, while a rotation overlaps',
    { pattern: '^v1,[A-Za-z0-9+/]{43}=( v1,[A-Za-z0-9+/]{43}=)?$' },
  ],
];

/** The headers that come with an event, as parameters of its request. */
export function webhookHeaders(event: string): JsonSchema[] {
  const headers: readonly Header[] = [
    ['X-Webhook-Event', 'The name of the event', { const: event }],
    ...HEADERS,
  ];
  return headers.map(([name, description, schema]) => ({
    name,
    in: 'header',
    required: true,
    description,
    schema: { type: 'string', ...schema },
  }));
}
