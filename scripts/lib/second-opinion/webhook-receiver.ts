import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import Stripe from 'stripe';

/** A request as received from the socket. */
export type ReceivedWebhook = {
  readonly at: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** The status that the receiver responded with. */
  readonly status: number;
};

export type WebhookReceiver = {
  readonly url: string;
  readonly received: readonly ReceivedWebhook[];
  /** Sets the status of all later responses. */
  respondWith(status: number): void;
  close(): Promise<void>;
};

const { webhooks } = new Stripe('sk_test_unused');

/** The server of a customer on the loopback interface. */
export async function startWebhookReceiver(host: string): Promise<WebhookReceiver> {
  const received: ReceivedWebhook[] = [];
  let status = 200;
  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      received.push({ at: Date.now(), headers: request.headers, body, status });
      response.writeHead(status).end();
    });
  }).listen(0, host);
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no free port');
  return {
    url: `http://${host}:${address.port}/hooks`,
    received,
    respondWith: (next) => (status = next),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Throws unless the libraries of Stripe and of Standard Webhooks both accept the signatures. */
export function verifySignatures({ headers, body }: ReceivedWebhook, secret: string): void {
  webhooks.constructEvent(body, String(headers['x-webhook-signature']), secret);
  new Webhook(secret).verify(body.toString(), {
    'webhook-id': String(headers['webhook-id']),
    'webhook-timestamp': String(headers['webhook-timestamp']),
    'webhook-signature': String(headers['webhook-signature']),
  });
}
