import { Agent, createServer, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import * as v from 'valibot';
import { listen } from '#local/listen.ts';
import type { StackUnderLoad } from './stack-under-load.ts';

const CLIENTS = 16;
const DELIVERED_WITHIN_MS = 120_000;

const createdSchema = v.object({ data: v.object({ id: v.string() }) });

export type LoadTarget = {
  /** Id of the endpoint. */
  readonly endpoint: string;
  /** Sends events and resolves when all are delivered, with the time in seconds from the first request to the last receipt. */
  send(
    events: number,
  ): Promise<{ readonly accepted: number; readonly delivered: number; readonly seconds: number }>;
  close(): void;
};

/** An endpoint with a receiver on a socket of this process, and clients with connections that stay open. */
export async function openLoadTarget({ baseUrl, apiKey }: StackUnderLoad): Promise<LoadTarget> {
  let delivered = new Set<string>();
  let lastAt = 0;
  const receiver = createServer((incoming, response) => {
    incoming.resume().once('end', () => {
      response.writeHead(200).end();
      delivered.add(String(incoming.headers['webhook-id']));
      lastAt = performance.now();
    });
  });
  const port = await listen(receiver);
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });

  function call(method: string, path: string, body: unknown): Promise<string> {
    return new Promise((resolve, reject) => {
      const text = JSON.stringify(body);
      const headers = {
        'x-api-key': apiKey,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(text),
      };
      request(baseUrl + path, { method, agent, headers }, (response) => {
        let received = '';
        response.setEncoding('utf8').on('data', (chunk: string) => (received += chunk));
        response.once('end', () => {
          if ((response.statusCode ?? 500) < 300) resolve(received);
          else reject(new Error(`${method} ${path}: ${response.statusCode} ${received}`));
        });
      })
        .once('error', reject)
        .end(text);
    });
  }

  const endpoints = '/api/v1/workspace-webhooks';
  const created = await call('POST', endpoints, {
    name: 'Bench',
    url: `http://127.0.0.1:${port}/`,
    subscriptions: [{ event: 'salesbot.store.order_paid' }],
  });
  const endpoint = v.parse(createdSchema, JSON.parse(created)).data.id;
  await call('PATCH', `${endpoints}/${endpoint}`, { enabled: true });

  return {
    endpoint,
    async send(events) {
      delivered = new Set();
      const startedAt = performance.now();
      let next = 0;
      let accepted = 0;
      const client = async (): Promise<void> => {
        while (next < events) {
          const order = { id: '2f1f8d5e-1b1a-4c57-8a37-9a1f5a9d7f10', number: String(next++) };
          await call('POST', '/api/v1/salesbot/events', {
            event: 'salesbot.store.order_paid',
            data: { order },
          });
          accepted += 1;
        }
      };
      await Promise.all(Array.from({ length: CLIENTS }, client));
      while (delivered.size < events && performance.now() - startedAt < DELIVERED_WITHIN_MS) await wait(20);
      return { accepted, delivered: delivered.size, seconds: (lastAt - startedAt) / 1000 };
    },
    close() {
      agent.destroy();
      receiver.closeAllConnections();
      receiver.close();
    },
  };
}
