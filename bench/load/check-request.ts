import type { IncomingHttpHeaders } from 'node:http';
import { Webhook } from 'standardwebhooks';
import Stripe from 'stripe';
import * as v from 'valibot';

const { webhooks } = new Stripe('sk_test_unused');

/** All allowed headers: those of the specification and those that HTTP/1.1 requires. */
const ALLOWED = new Set([
  'content-type',
  'user-agent',
  'x-webhook-event',
  'x-webhook-delivery',
  'x-webhook-signature',
  'webhook-id',
  'webhook-timestamp',
  'webhook-signature',
  'host',
  'connection',
  'content-length',
]);

const envelopeSchema = v.object({ id: v.pipe(v.string(), v.uuid()), event: v.string() });

/** A request as received from the socket. */
export type ReceivedRequest = {
  readonly method: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
};

/** Whether both signatures are valid for the endpoint's secret, according to the published libraries. */
export function isSigned({ headers, body }: ReceivedRequest, secret: string): boolean {
  try {
    webhooks.constructEvent(body, String(headers['x-webhook-signature']), secret);
    new Webhook(secret).verify(body.toString(), {
      'webhook-id': String(headers['webhook-id']),
      'webhook-timestamp': String(headers['webhook-timestamp']),
      'webhook-signature': String(headers['webhook-signature']),
    });
    return true;
  } catch {
    return false;
  }
}

/** The headers that violate the specification (docs/specification/webhooks.md#delivery-headers); empty if there are none. */
export function wrongHeaders({ method, headers, body }: ReceivedRequest): string[] {
  const envelope = v.parse(envelopeSchema, JSON.parse(body.toString()));
  const timestamp = String(headers['webhook-timestamp']);
  const rules: readonly (readonly [string, boolean])[] = [
    ['method', method === 'POST'],
    ['content-type', headers['content-type'] === 'application/json'],
    ['user-agent', headers['user-agent'] === 'workspace-platform-webhooks/1'],
    ['x-webhook-event', headers['x-webhook-event'] === envelope.event],
    ['x-webhook-delivery', v.is(v.pipe(v.string(), v.uuid()), headers['x-webhook-delivery'])],
    ['x-webhook-signature', /^t=\d+,v1=[0-9a-f]{64}$/u.test(String(headers['x-webhook-signature']))],
    ['webhook-id', headers['webhook-id'] === envelope.id],
    ['webhook-timestamp', String(headers['x-webhook-signature']).startsWith(`t=${timestamp},`)],
    ['webhook-signature', /^v1,[A-Za-z0-9+/]{43}=$/u.test(String(headers['webhook-signature']))],
    ['content-length', headers['content-length'] === String(body.length)],
  ];
  const broken = rules.filter(([, holds]) => !holds).map(([name]) => name);
  return [...broken, ...Object.keys(headers).filter((name) => !ALLOWED.has(name))];
}
