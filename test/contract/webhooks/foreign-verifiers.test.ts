import { type KeyObject, randomBytes, randomUUID } from 'node:crypto';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import Stripe from 'stripe';
import { Webhook as SvixWebhook } from 'svix';
import { beforeAll, describe, expect, it } from 'vitest';
import { createAddressGuard } from '#shared/platform/network/address-guard.ts';
import { webhookRequestHeaders } from '#shared/webhooks/sending/signature.ts';
import { generateKeyPair, readPrivateKey } from '#shared/webhooks/sending/signing-key.ts';
import { generateSigningSecret } from '#shared/webhooks/sending/signing-secret.ts';
import { createWebhookSender } from '#shared/webhooks/sending/webhook-sender.ts';
import { startReceiverServer } from '#test/support/fixtures/webhooks/receiver-socket.ts';
import type { ReceivedRequest } from '#test/support/fixtures/webhooks/receiver-socket.ts';

const newest = generateSigningSecret(randomBytes);
const previous = generateSigningSecret(randomBytes);
const foreign = generateSigningSecret(randomBytes);

/** The published libraries, called as in their documentation; each throws if it rejects the delivery. */
const verifiers: Record<string, (request: ReceivedRequest, secret: string) => unknown> = {
  stripe: ({ body, headers }, secret) =>
    new Stripe('sk_test_unused').webhooks.constructEvent(
      body,
      String(headers['x-webhook-signature']),
      secret,
    ),
  standardwebhooks: ({ body, headers }, secret) => new StandardWebhook(secret).verify(body, flat(headers)),
  svix: ({ body, headers }, secret) => new SvixWebhook(secret).verify(body, flat(headers)),
};

function flat(headers: ReceivedRequest['headers']): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}

/** Delivers one event over a real socket and returns the received request. */
async function deliver(
  secrets: readonly string[],
  keys: readonly KeyObject[] = [],
): Promise<ReceivedRequest> {
  await using receiver = await startReceiverServer((response) => response.writeHead(204).end());
  const sender = createWebhookSender({ guard: createAddressGuard({ allowedHosts: ['127.0.0.1'] }) });
  const eventId = randomUUID();
  const event = 'salesbot.message.received';
  // Spaces, key order and characters beyond ASCII must survive: a re-serialized body would not verify.
  const body = Buffer.from(
    `{ "id": "${eventId}",  "event":"${event}", "data":{"text":"Grüße 👋\\u0000", "b":1, "a":2.50} }\n`,
  );
  const headers = webhookRequestHeaders({
    secrets,
    keys,
    eventId,
    event,
    deliveryId: randomUUID(),
    timestamp: Math.floor(Date.now() / 1000),
    body,
  });

  expect(await sender.send({ url: receiver.url, headers, body })).toMatchObject({
    outcome: 'success',
    statusCode: 204,
  });
  await sender.close();

  const [request] = receiver.requests;
  if (request === undefined) throw new Error('nothing arrived');
  expect(request.body).toEqual(body);
  return request;
}

function newKey(): KeyObject {
  return readPrivateKey(generateKeyPair(randomBytes).privateKey);
}

describe.each(Object.entries(verifiers))('%s', (_, verify) => {
  let single: ReceivedRequest;
  let overlap: ReceivedRequest;
  let asymmetric: ReceivedRequest;

  beforeAll(async () => {
    single = await deliver([newest]);
    overlap = await deliver([newest, previous]);
    asymmetric = await deliver([newest, previous], [newKey(), newKey()]);
  });

  it('verifies a delivery signed with one secret', () => {
    expect(() => verify(single, newest)).not.toThrow();
  });

  it('verifies a delivery during an overlap with the new and with the old secret', () => {
    expect(() => verify(overlap, newest)).not.toThrow();
    expect(() => verify(overlap, previous)).not.toThrow();
  });

  it('verifies a delivery that also has asymmetric signatures, and only with its secrets', () => {
    expect(String(asymmetric.headers['webhook-signature']).match(/v1a,/gu)).toHaveLength(2);
    expect(() => verify(asymmetric, newest)).not.toThrow();
    expect(() => verify(asymmetric, previous)).not.toThrow();
    expect(() => verify(asymmetric, foreign)).toThrow();
  });

  it('rejects another secret, and the old one once the overlap is over', () => {
    expect(() => verify(overlap, foreign)).toThrow();
    expect(() => verify(single, previous)).toThrow();
  });

  it('rejects a body with one byte changed', () => {
    const body = Buffer.from(single.body);
    body[body.length - 1] = 0x20;

    expect(() => verify({ ...single, body }, newest)).toThrow();
  });

  it('rejects another timestamp', () => {
    const later = String(Number(single.headers['webhook-timestamp']) + 1);
    const headers = {
      ...single.headers,
      'webhook-timestamp': later,
      'x-webhook-signature': String(single.headers['x-webhook-signature']).replace(/^t=\d+/, `t=${later}`),
    };

    expect(() => verify({ ...single, headers }, newest)).toThrow();
  });
});
