import { createServer, type Server } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EXAMPLE_POSTS } from '#local/example/example-posts.ts';
import { LIVE_EVENTS } from '#local/example/example-steps.ts';
import { countCompletedSteps } from '#local/example/example-workspace.ts';
import { fillExample } from '#local/example/fill-example.ts';
import { writeJsonFile } from '#local/json-file.ts';
import { temporaryDirectory } from './temporary-directory.ts';

const EVENTS = '/api/v1/salesbot/events';
const ENDPOINTS = '/api/v1/workspace-webhooks';
const TARGETS = '/api/v1/notification-targets';

describe('fillExample', () => {
  const directory = temporaryDirectory();
  const exampleFile = directory.at('example.json');
  let server: Server;
  let baseUrl: string;
  /** Method and path of each request, or the dedupe key of an event. */
  let requests: string[];
  let endpoints: { id: string; name: string }[];
  let targets: { id: string; name: string }[];
  let statusOf: (request: string) => number;
  let log: string[];

  beforeEach(async () => {
    writeJsonFile(exampleFile, { workspaceId: 'w', apiKey: 'k', completedSteps: 0 });
    [requests, endpoints, targets, log] = [[], [], [], []];
    statusOf = () => 200;
    server = createServer((request, response) => {
      const { method = '', url = '' } = request;
      let text = '';
      request.on('data', (chunk: Buffer) => (text += chunk.toString()));
      request.once('end', () => {
        const body = text === '' ? {} : JSON.parse(text);
        const name = url === EVENTS ? String(body.dedupe_key) : `${method} ${url}`;
        requests.push(name);
        if (method === 'POST' && url === ENDPOINTS)
          endpoints.push({ id: `id-${body.name}`, name: body.name });
        if (method === 'POST' && url === TARGETS) targets.push({ id: `id-${body.name}`, name: body.name });
        const failures = Array.from({ length: 100 }, () => ({}));
        const listed = url === TARGETS ? targets : endpoints;
        const found = url.includes('/deliveries') ? failures : listed;
        const isEmptyAtFirst =
          url.startsWith('/os/api/') ||
          url.startsWith('/api/v1/broadcasts') ||
          (url.startsWith('/api/v1/salesbot/') && url !== EVENTS);
        const created = { id: 'id-1', conversation_id: 'conversation-1' };
        const own = isEmptyAtFirst ? (method === 'GET' ? [] : created) : found;
        const data = url === '/api/v1/me' ? { workspace: { id: 'w', timezone: 'UTC' } } : own;
        response.writeHead(statusOf(name)).end(JSON.stringify({ data }));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    baseUrl = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  });

  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  async function fill(signal = new AbortController().signal): Promise<void> {
    // A workspace of an earlier version has no history, and nothing opens the tables.
    const tables = { coreTable: '', deliveryTable: '', signingKeyId: '' };
    const target = { baseUrl, receiverUrl: 'http://127.0.0.1:1', apiKey: 'k', exampleFile, tables };
    await fillExample({ ...target, signal, log: (message) => log.push(message) });
  }

  const ingested = () => requests.filter((each) => each.startsWith('example-'));

  it('creates six endpoints and ingests every event once', async () => {
    await fill();

    expect(endpoints.map(({ name }) => name)).toEqual([
      'Order service',
      'CRM',
      'Accounting',
      'Warehouse',
      'Newsletter',
      'Old till',
    ]);
    expect(requests.filter((each) => each.endsWith('/enable'))).toHaveLength(5);
    expect(ingested()).toEqual(LIVE_EVENTS.map((_, index) => `example-${index}`));
    expect(log).toEqual([]);
  });

  it('creates two contacts with conversations after the events', async () => {
    await fill();

    const messaging = requests.filter((each) => each.includes('/salesbot/'));
    expect(messaging.slice(0, 3)).toEqual([
      'GET /api/v1/salesbot/phone-numbers',
      'POST /api/v1/salesbot/phone-numbers',
      'POST /api/v1/salesbot/phone-numbers/id-1/verify',
    ]);
    expect(messaging.filter((each) => each === 'POST /api/v1/salesbot/contacts')).toHaveLength(2);
    expect(messaging.filter((each) => each.endsWith('/messages/incoming'))).toHaveLength(3);
    expect(messaging.filter((each) => each.endsWith('/conversations/conversation-1/messages'))).toHaveLength(
      2,
    );
  });

  it('connects two accounts and writes a week of posts at the end', async () => {
    await fill();

    const publishing = requests.filter((each) => each.startsWith('POST /os/api/w/'));
    expect(publishing.filter((each) => each.endsWith('/accounts'))).toHaveLength(2);
    expect(publishing.filter((each) => each.endsWith('/posts'))).toHaveLength(EXAMPLE_POSTS.length);
    expect(publishing.filter((each) => each.includes('/posts/schedule/'))).toHaveLength(
      EXAMPLE_POSTS.filter(({ outcome }) => outcome !== 'draft').length,
    );
  });

  it('sends nothing once all steps are done', async () => {
    await fill();
    requests.length = 0;
    await fill();

    expect(requests).toEqual([]);
  });

  it('logs a step that fails, and continues with it at the next start', async () => {
    statusOf = (request) => (request === 'example-7' ? 422 : 200);
    await fill();
    expect(log).toEqual([expect.stringContaining('example: Error: POST /api/v1/salesbot/events: 422')]);
    const before = countCompletedSteps(exampleFile);
    statusOf = () => 200;
    requests.length = 0;
    await fill();

    expect(before).toBeGreaterThan(0);
    expect(ingested()[0]).toBe('example-7');
    expect(ingested()).toHaveLength(LIVE_EVENTS.length - 7);
  });

  it('creates no endpoint and no target twice if the step was not saved', async () => {
    await fill();
    writeJsonFile(exampleFile, { workspaceId: 'w', apiKey: 'k', completedSteps: 0 });
    await fill();

    expect(endpoints).toHaveLength(6);
    expect(targets.map(({ name }) => name)).toEqual(['On-call service', 'Operations channel']);
  });

  it('repeats a throttled request', async () => {
    statusOf = (request) =>
      request === 'example-3' && !requests.slice(0, -1).includes('example-3') ? 429 : 200;
    await fill();

    expect(ingested().filter((each) => each === 'example-3')).toHaveLength(2);
    expect(new Set(ingested()).size).toBe(LIVE_EVENTS.length);
  });

  it('ends in the middle without a log line when the stack stops', async () => {
    const stop = new AbortController();
    statusOf = (request) => {
      if (request === 'example-5') stop.abort();
      return 200;
    };
    await fill(stop.signal);

    expect(ingested()).toHaveLength(6);
    expect(log).toEqual([]);
  });
});
