import { Webhook } from 'standardwebhooks';
import Stripe from 'stripe';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { HttpPart } from '#local/http-part.ts';
import { startDemoReceiver } from '#local/receiver/demo-receiver.ts';
import { temporaryDirectory, type TemporaryDirectory } from './temporary-directory.ts';

const receivedSchema = v.array(v.object({ path: v.string(), body: v.string(), verified: v.boolean() }));
const secret = `whsec_${Buffer.alloc(33, 7).toString('base64')}`;
const body = '{"object":"event"}';

describe('demo receiver', () => {
  let directory: TemporaryDirectory;
  let receiver: HttpPart;

  beforeEach(async () => {
    directory = temporaryDirectory();
    await start();
  });
  afterEach(async () => {
    await receiver.stop();
    directory.remove();
  });

  async function start(): Promise<void> {
    receiver = await startDemoReceiver({ port: 0, secretsFile: directory.at('secrets.json'), now: Date.now });
  }

  async function deliver(path: string, delivery = 'delivery-1'): Promise<Response> {
    const sentAt = new Date();
    const timestamp = Math.floor(sentAt.getTime() / 1000);
    return fetch(receiver.address + path, {
      method: 'POST',
      redirect: 'manual',
      signal: AbortSignal.timeout(1000),
      headers: {
        'x-webhook-delivery': delivery,
        'x-webhook-signature': new Stripe('sk_unused').webhooks.generateTestHeaderString({
          payload: body,
          secret,
          timestamp,
        }),
        'webhook-id': 'event-1',
        'webhook-timestamp': String(timestamp),
        'webhook-signature': new Webhook(secret).sign('event-1', sentAt, body),
      },
      body,
    });
  }

  async function received(): Promise<v.InferOutput<typeof receivedSchema>> {
    return v.parse(receivedSchema, await (await fetch(`${receiver.address}/_received`)).json());
  }

  it('lists deliveries newest first and verifies them once it is told the secret', async () => {
    await deliver('/first');
    await deliver('/second');
    expect((await received()).map((each) => each.verified)).toEqual([false, false]);

    await fetch(`${receiver.address}/_secrets`, { method: 'POST', body: JSON.stringify({ secret }) });

    expect(await received()).toMatchObject([
      { path: '/second', body, verified: true },
      { path: '/first', body, verified: true },
    ]);
  });

  it('remembers secrets over a restart', async () => {
    await fetch(`${receiver.address}/_secrets`, { method: 'POST', body: JSON.stringify({ secret }) });
    await receiver.stop();
    await start();
    await deliver('/');

    expect(await received()).toMatchObject([{ verified: true }]);
  });

  it('refuses what is no secret', async () => {
    const response = await fetch(`${receiver.address}/_secrets`, { method: 'POST', body: '{"secret":"x"}' });

    expect(response.status).toBe(400);
  });

  it('misbehaves as the path asks', async () => {
    expect((await deliver('/status/503?retry_after=7')).headers.get('retry-after')).toBe('7');
    expect((await deliver('/status/410')).status).toBe(410);
    expect((await deliver('/redirect')).status).toBe(302);
    await expect(deliver('/hang')).rejects.toThrow(/timeout/);
    expect(await received()).toHaveLength(4);
  });

  it('fails the first attempts of each delivery', async () => {
    const statuses: number[] = [];
    for (const delivery of ['one', 'one', 'two', 'one', 'two', 'two'])
      statuses.push((await deliver('/?fail=2', delivery)).status);

    expect(statuses).toEqual([500, 500, 500, 200, 500, 200]);
  });
});
