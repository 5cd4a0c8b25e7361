import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import * as v from 'valibot';
import { listen } from '#local/listen.ts';
import type { ReceiverResponse, Behaviour } from './behaviour.ts';
import { isSigned, type ReceivedRequest, wrongHeaders } from './check-request.ts';

/** The requests of one delivery; times are from `performance.now()`. */
export type Arrivals = {
  readonly eventId: string;
  readonly endpoint: number;
  readonly firstAt: number;
  requests: number;
  deliveredAt: number | undefined;
  /** Requests after a 2xx. */
  duplicates: number;
};

/** Totals over all requests. */
export type Tally = {
  requests: number;
  wrongSignatures: number;
  /** Requests with a wrong header, by header. */
  readonly wrongHeaders: Map<string, number>;
  delivered: number;
  lastAt: number;
};

export type LoadReceiver = {
  urlOf(endpoint: number): string;
  /** The secret of each endpoint, by endpoint number. */
  readonly secrets: Map<number, string>;
  /** By delivery id. */
  readonly arrivals: ReadonlyMap<string, Arrivals>;
  readonly tally: Readonly<Tally>;
  close(): Promise<void>;
};

/** Longer than the timeout of a delivery. */
const HANG_MS = 9000;

const bodySchema = v.object({
  id: v.string(),
  data: v.object({ order: v.object({ number: v.pipe(v.string(), v.transform(Number)) }) }),
});

/** The receivers: one server with a path for each endpoint. It records requests, but not their bodies. */
export async function startLoadReceiver(behaviour: Behaviour): Promise<LoadReceiver> {
  const arrivals = new Map<string, Arrivals>();
  const secrets = new Map<number, string>();
  const tally: Tally = {
    requests: 0,
    wrongSignatures: 0,
    wrongHeaders: new Map(),
    delivered: 0,
    lastAt: performance.now(),
  };
  const hanging = new Set<NodeJS.Timeout>();

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const at = performance.now();
    const body = await readBody(request);
    const endpoint = Number(request.url?.split('/').at(-1));
    const { id: eventId, data } = v.parse(bodySchema, JSON.parse(body.toString()));
    const deliveryId = String(request.headers['x-webhook-delivery']);
    const known = arrivals.get(deliveryId);
    const arrived = known ?? {
      eventId,
      endpoint,
      firstAt: at,
      requests: 0,
      deliveredAt: undefined,
      duplicates: 0,
    };
    if (!known) arrivals.set(deliveryId, arrived);
    arrived.requests += 1;
    tally.requests += 1;
    tally.lastAt = at;
    if (arrived.deliveredAt !== undefined) arrived.duplicates += 1;
    response.once('finish', () => {
      if (response.statusCode !== 200 || arrived.deliveredAt !== undefined) return;
      arrived.deliveredAt = performance.now();
      tally.delivered += 1;
    });
    respondWith(behaviour(data.order.number, endpoint, arrived.requests), request, response);
    check({ method: request.method, headers: request.headers, body }, endpoint);
  }

  function respondWith(chosen: ReceiverResponse, request: IncomingMessage, response: ServerResponse): void {
    if (chosen.kind === 'reset') request.socket.resetAndDestroy();
    else if (chosen.kind === 'status') response.writeHead(chosen.status, chosen.headers).end();
    else {
      // After the sender's timeout of 8 seconds; if a response arrived earlier, it would count as delivered.
      const timer = setTimeout(() => {
        hanging.delete(timer);
        if (!request.socket.destroyed) response.writeHead(200).end();
      }, HANG_MS);
      hanging.add(timer);
    }
  }

  function check(received: ReceivedRequest, endpoint: number): void {
    if (!isSigned(received, secrets.get(endpoint) ?? '')) tally.wrongSignatures += 1;
    for (const name of wrongHeaders(received))
      tally.wrongHeaders.set(name, (tally.wrongHeaders.get(name) ?? 0) + 1);
  }

  const server = createServer((request, response) => {
    // The sender was killed during its request.
    receive(request, response).catch(() => response.destroy());
  });
  const port = await listen(server);
  return {
    urlOf: (endpoint) => `http://127.0.0.1:${port}/endpoints/${endpoint}`,
    secrets,
    arrivals,
    tally,
    close: async () => {
      for (const timer of hanging) clearTimeout(timer);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}
