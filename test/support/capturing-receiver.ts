import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { until } from './until.ts';

/** One request as it came over the socket. */
export type Captured = {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly at: number;
};

/** Status (and headers) a receiver answers a request with. */
export type Behaviour = (
  request: Captured,
  earlier: readonly Captured[],
) => number | { status: number; headers: Record<string, string> };

/** A customer's server on a real socket: keeps every request, answers as told. */
export type CapturingReceiver = {
  readonly url: string;
  readonly requests: readonly Captured[];
  behave(behaviour: Behaviour): void;
  /** The deliveries that arrived, first request each. */
  deliveries(): Map<string, Captured>;
  waitFor(count: number, deadlineMs?: number): Promise<readonly Captured[]>;
  close(): Promise<void>;
};

export async function startReceiver(): Promise<CapturingReceiver> {
  const requests: Captured[] = [];
  let behaviour: Behaviour = () => 200;
  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      const captured = { path: request.url ?? '', headers: request.headers, body, at: Date.now() };
      const answer = behaviour(captured, requests);
      requests.push(captured);
      const { status, headers } = typeof answer === 'number' ? { status: answer, headers: {} } : answer;
      response.writeHead(status, headers).end();
    });
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await promise;
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;

  return {
    url: `http://127.0.0.1:${port}/hooks`,
    requests,
    behave(next) {
      behaviour = next;
    },
    deliveries() {
      return new Map(
        requests.toReversed().map((request) => [String(request.headers['x-webhook-delivery']), request]),
      );
    },
    waitFor: (count, deadlineMs) =>
      until(`${count} requests arrived`, () => (requests.length >= count ? requests : undefined), deadlineMs),
    async close() {
      server.closeAllConnections();
      const closed = Promise.withResolvers<void>();
      server.close(() => closed.resolve());
      await closed.promise;
    },
  };
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}
