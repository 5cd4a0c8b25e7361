import { createServer, type Server } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CliUser, createCliUser, type RunningCli } from '#test/support/fixtures/clients/run-cli.ts';
import { apiClient } from '#test/support/fixtures/platform/api-client.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';
import { shareStack } from '#test/support/fixtures/platform/shared-stack.ts';
import { waitFor } from '#test/support/fixtures/platform/wait-for.ts';
import type { Captured } from '#test/support/fixtures/webhooks/capturing-receiver.ts';
import { verifyDelivery } from '#test/support/fixtures/webhooks/verify-delivery.ts';
import { expectStatus, ingestOrderPaid } from '#test/support/fixtures/webhooks/webhook-user.ts';

const EVENTS = 1000;
const AT_ONCE = 20;
/** Distinct events that have arrived when the listener is killed, in the middle of a request. */
const KILLS = [150, 620];
/** Distinct events that have arrived when the server stops, in the middle of a request. */
const RESTARTS = [330, 840];
const SECRET = `whsec_${Buffer.alloc(33, 7).toString('base64')}`;
const ARRIVED_MS = 80_000;

describe('listen, killed twice, to a server that is restarted twice', () => {
  const stack = forAllTests(shareStack);
  let user: CliUser;
  let cli: RunningCli | undefined;
  let server: Server;
  let port = 0;
  let requests: Captured[];
  let firstArrivals: string[];
  /** Consumes the numbers above; returns whether the request gets a response. */
  let onArrival: (count: number) => boolean;

  beforeEach(async () => {
    requests = [];
    firstArrivals = [];
    onArrival = () => true;
    user = await createCliUser();
    server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        requests.push({ path: '', headers: request.headers, body: Buffer.concat(chunks), at: Date.now() });
        const id = String(request.headers['webhook-id']);
        const isFirst = !firstArrivals.includes(id);
        if (isFirst) firstArrivals.push(id);
        if (!isFirst || onArrival(firstArrivals.length)) response.writeHead(204).end();
      });
    });
    await listenOn(0);
    const address = server.address();
    port = typeof address === 'object' && address ? address.port : 0;
  });

  afterEach(async () => {
    cli?.child.kill('SIGKILL');
    await cli?.ended();
    server.closeAllConnections();
    server.close();
    await user.forget();
  });

  function listenOn(wanted: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    server.listen(wanted, '127.0.0.1', resolve);
    return promise;
  }

  function startListening(): RunningCli {
    const env = {
      WORKSPACE_PLATFORM_HOST: stack.baseUrl,
      WORKSPACE_PLATFORM_KEY: stack.apiKey,
      WORKSPACE_PLATFORM_WEBHOOK_SECRET: SECRET,
    };
    return user.start(['listen', '--json', '--forward', `http://127.0.0.1:${port}/hooks`], { env });
  }

  it(
    'loses none of 1,000 events, keeps their order, and signs each request',
    { timeout: 150_000 },
    async () => {
      const api = apiClient(stack.baseUrl, stack.apiKey);
      const kills = [...KILLS];
      const restarts = [...RESTARTS];
      const refused: string[] = [];
      let killed = 0;
      onArrival = (count) => {
        if (count === kills[0]) {
          kills.shift();
          cli?.child.kill('SIGKILL');
          return false;
        }
        if (count !== restarts[0]) return true;
        restarts.shift();
        const running = cli;
        server.closeAllConnections();
        server.close();
        void waitFor('the listener was refused', () => running?.messages().includes('ECONNREFUSED')).then(
          () => {
            refused.push(running?.messages() ?? '');
            return listenOn(port);
          },
        );
        return false;
      };

      cli = startListening();
      await waitFor('the listener is ready', () => cli?.messages().includes('Begins with the next event'));
      const ingesting = (async () => {
        for (let index = 0; index < EVENTS; index += AT_ONCE)
          await Promise.all(
            Array.from({ length: AT_ONCE }, (_, offset) => ingestOrderPaid(api, String(index + offset))),
          );
      })();
      while (killed < KILLS.length) {
        await cli.ended();
        killed += 1;
        cli = startListening();
      }
      await ingesting;
      await waitFor('every event arrived', () => firstArrivals.length >= EVENTS, ARRIVED_MS);

      expect(refused).toHaveLength(RESTARTS.length);
      expect(cli.messages()).toContain('Continues where the last start ended');
      for (const request of requests) verifyDelivery(request, SECRET);
      const feed: string[] = [];
      for (let cursor = ''; ;) {
        const page = expectStatus(
          await api('GET', `/api/v1/workspace-webhooks/feed?limit=100${cursor}`),
          200,
        ).body;
        feed.push(...page.data.map((event: { id: string }) => event.id));
        cursor = `&cursor=${page.next_cursor}`;
        if (!page.has_more) break;
      }
      expect(feed).toHaveLength(EVENTS);
      expect(firstArrivals).toEqual(feed);
      // Each kill and each stop repeats only the request that it interrupted.
      expect(requests.length).toBeLessThanOrEqual(EVENTS + KILLS.length + RESTARTS.length);
      const deliveries = new Set(requests.map(({ headers }) => headers['x-webhook-delivery']));
      expect(deliveries.size).toBe(EVENTS);
    },
  );
});
