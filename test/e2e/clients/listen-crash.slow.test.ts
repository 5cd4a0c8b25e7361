import { createServer, type Server } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CliUser, createCliUser, type RunningCli } from '#test/support/fixtures/clients/run-cli.ts';
import { apiClient } from '#test/support/fixtures/platform/api-client.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';
import { shareStack } from '#test/support/fixtures/platform/stacks/shared-stack.ts';
import { waitFor } from '#test/support/fixtures/platform/wait-for.ts';
import type { Captured } from '#test/support/fixtures/webhooks/capturing-receiver.ts';
import { verifyDelivery } from '#test/support/fixtures/webhooks/verify-delivery.ts';
import { expectStatus, ingestOrderPaid } from '#test/support/fixtures/webhooks/webhook-user.ts';

const EVENTS = 1000;
const AT_ONCE = 20;
/**
 * What happens when this many distinct events have arrived. `kill` and `restart` interrupt the request, so its event is repeated. `outage` ends the
 * server after its response and kills the listener while it tries to send the next event, which has not arrived yet.
 */
const STEPS: Readonly<Record<number, 'kill' | 'restart' | 'outage'>> = {
  150: 'kill',
  400: 'restart',
  700: 'outage',
};
const KILLS = 2;
const INTERRUPTED_REQUESTS = 2;
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
  /** What the listener said while the server was away. */
  let outages: string[];

  beforeEach(async () => {
    requests = [];
    firstArrivals = [];
    outages = [];
    user = await createCliUser();
    server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        requests.push({ path: '', headers: request.headers, body: Buffer.concat(chunks), at: Date.now() });
        const id = String(request.headers['webhook-id']);
        const isFirst = !firstArrivals.includes(id);
        if (isFirst) firstArrivals.push(id);
        const step = isFirst ? STEPS[firstArrivals.length] : undefined;
        if (step === 'kill') return void cli?.child.kill('SIGKILL');
        if (step === 'restart') return void restartServer(false);
        if (step === 'outage') void restartServer(true);
        response.writeHead(204).end();
        return undefined;
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

  async function restartServer(withKill: boolean): Promise<void> {
    const running = cli;
    const before = running?.messages().length;
    // The requests that wait for a response lose their connection. During an outage, the one that is being responded to does not.
    if (!withKill) server.closeAllConnections();
    server.close();
    await waitFor('the listener was refused', () =>
      running?.messages().slice(before).includes('ECONNREFUSED'),
    );
    outages.push(running?.messages() ?? '');
    if (withKill) running?.child.kill('SIGKILL');
    await listenOn(port);
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
      let killed = 0;
      cli = startListening();
      await waitFor('the listener is ready', () => cli?.messages().includes('Begins with the next event'));
      const ingesting = (async () => {
        for (let index = 0; index < EVENTS; index += AT_ONCE)
          await Promise.all(
            Array.from({ length: AT_ONCE }, (_, offset) => ingestOrderPaid(api, String(index + offset))),
          );
      })();
      while (killed < KILLS) {
        await cli.ended();
        killed += 1;
        cli = startListening();
      }
      await ingesting;
      await waitFor('every event arrived', () => firstArrivals.length >= EVENTS, ARRIVED_MS);

      expect(outages).toHaveLength(2);
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
      expect(requests.length).toBeLessThanOrEqual(EVENTS + INTERRUPTED_REQUESTS);
      const deliveries = new Set(requests.map(({ headers }) => headers['x-webhook-delivery']));
      expect(deliveries.size).toBe(EVENTS);
    },
  );
});
