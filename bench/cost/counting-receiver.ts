import { createServer } from 'node:http';
import { listen } from '#local/listen.ts';

/** A receiver that returns 200 for everything and counts requests. */
export type CountingReceiver = {
  readonly url: string;
  readonly tally: { requests: number; bytes: number };
  /** Resolves when this many requests have arrived. */
  until(requests: number): Promise<void>;
  close(): Promise<void>;
};

const PATIENCE_MS = 300_000;

export async function startCountingReceiver(): Promise<CountingReceiver> {
  const tally = { requests: 0, bytes: 0 };
  let wanted: { readonly count: number; readonly reach: () => void } | undefined;
  const server = createServer((request, response) => {
    // The request line and headers as on the wire, including separators.
    const head = [request.method, request.url, 'HTTP/1.1', ...request.rawHeaders];
    tally.bytes += head.reduce((bytes, text) => bytes + Buffer.byteLength(text ?? '') + 2, 0);
    request.on('data', (chunk: Buffer) => (tally.bytes += chunk.length));
    request.on('end', () => {
      tally.requests += 1;
      response.writeHead(200).end();
      if (wanted && tally.requests >= wanted.count) wanted.reach();
    });
  });
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}/hook`,
    tally,
    async until(count) {
      if (tally.requests >= count) return;
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      wanted = { count, reach: resolve };
      const giveUp = setTimeout(
        () => reject(new Error(`${tally.requests} of ${count} requests arrived`)),
        PATIENCE_MS,
      );
      await promise.finally(() => clearTimeout(giveUp));
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
