import type { components } from '@workspace-platform/client/schema';
import { endpoint } from '#shared/api-docs/webhook-examples.ts';
import { json, type Responder, respondWith } from './fake-outside.ts';

type Effect = components['schemas']['FilterEffect'];
type Endpoint = components['schemas']['Endpoint'];

export const ORDER_PAID = 'salesbot.store.order_paid';
export const MESSAGE_RECEIVED = 'salesbot.message.received';
export const FILTER = { 'order.total': { $gte: '100' } };

/** A response to subscriptions that are wrong, with a pointer of each kind. */
export const WRONG_FILTER = {
  code: 'validation_failed',
  detail: 'A field is wrong.',
  errors: [
    { pointer: '#/subscriptions/1/filter/order.total/%24gte', code: 'required', detail: 'Send a value.' },
    { pointer: '#/subscriptions/1/filter', code: 'filter_too_large', detail: 'Too large.' },
    { pointer: '#/subscriptions/0/channel', code: 'channel_not_allowed', detail: 'Use another.' },
    { pointer: '#/subscriptions/9/filter/a~1b', code: 'required', detail: 'Unknown.' },
    { pointer: '#/subscriptions/1/filter/%', code: 'required', detail: 'Not encoded.' },
    { pointer: '#/others/1/filter', code: 'required', detail: 'Another list.' },
    { pointer: '#/url', code: 'url_invalid', detail: 'Use https.' },
  ],
};

export type Sent = { readonly body: Record<string, unknown>; readonly ifMatch: string | undefined };

/** An API with one endpoint, which stores what requests send. `problem` is the response to each request that writes or previews. */
export function fakeEndpoints({
  stored = {},
  effect = null,
  problem,
}: {
  readonly stored?: Partial<Endpoint>;
  readonly effect?: Effect | null;
  readonly problem?: { readonly body: unknown; readonly status: number };
} = {}) {
  const sent: Sent[] = [];
  const before = { ...endpoint, ...stored };
  const path = `/api/v1/workspace-webhooks/${endpoint.id}`;
  const answer =
    (make: (body: Record<string, unknown>) => ReturnType<typeof json>) =>
    ({ body, headers }: Parameters<Responder>[0]) => {
      const parsed = JSON.parse(body?.toString() ?? '');
      sent.push({ body: parsed, ifMatch: headers['if-match'] });
      return problem ? json(problem.body, problem.status) : make(parsed);
    };
  const target = { reachable: true, protocol: 'TLSv1.3', address: '203.0.113.7', error: null };
  const send = respondWith({
    'GET /api/v1/workspace-webhooks/events': () =>
      json({ data: [{ event: ORDER_PAID }, { event: MESSAGE_RECEIVED }] }),
    [`GET ${path}`]: () => json({ data: before }, 200, { etag: '"7"' }),
    [`PATCH ${path}`]: answer((body) => json({ data: { ...before, ...body }, warnings: [] })),
    'POST /api/v1/workspace-webhooks': answer((body) =>
      json({ data: { ...before, ...body }, warnings: [], secret: 'whsec_x' }, 201),
    ),
    'POST /api/v1/workspace-webhooks/preview': answer(() =>
      json({ data: { target, deliveries: [], filter_effect: effect, warnings: [] }, secret: 'whsec_x' }),
    ),
  });
  return { sent, send };
}
