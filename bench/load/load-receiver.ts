import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import * as v from 'valibot';
import type { HandlerResponse, Behaviour } from './behaviour.ts';
import { isSigned, type ReceivedRequest, wrongHeaders } from './check-request.ts';

/** What arrived of one delivery; instants by `performance.now()`. */
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
  /** Requests with a wrong header, by the header. */
  readonly wrongHeaders: Map<string, number>;
  delivered: number;
  lastAt: number;
};

export type LoadReceiver = {
  urlOf(endpoint: number): string;
  /** Secret of each endpoint by its number. */
  readonly secrets: Map<number, string>;
  /** By delivery id. */
  readonly arrivals: ReadonlyMap<string, Arrivals>;
  readonly tally: Readonly<Tally>;
  close(): Promise<void>;
};

/** Longer than the sender waits (specification, Delivery behaviour 2). */
const HANG_MS = 9000;

const bodySchema = v.object({
  id: v.string(),
  data: v.object({ order: v.object({ number: v.pipe(v.string(), v.transform(Number)) }) }),
});

/** The customers' servers: one socket, a path for each endpoint. Keeps what came, not the bodies. */
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
    answerWith(behaviour(data.order.number, endpoint, arrived.requests), request, response);
    check({ method: request.method, headers: request.headers, body }, endpoint);
  }

  function answerWith(answer: HandlerResponse, request: IncomingMessage, response: ServerResponse): void {
    if (answer.kind === 'reset') request.socket.resetAndDestroy();
    else if (answer.kind === 'status') response.writeHead(answer.status, answer.headers).end();
    else {
      // Too late for a sender that keeps to its 8 seconds: an answer that gets through would show as a delivery.
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
    // A sender that was killed in the middle of its request.
    receive(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
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
