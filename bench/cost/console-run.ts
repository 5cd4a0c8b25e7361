import * as v from 'valibot';
import { type Counted, startCountedStack } from './counted-stack.ts';
import { createPlatformCalls, ORDER_PAID } from './platform-calls.ts';
import { settled } from './settled.ts';

/** A request that the console sends, with its AWS calls. */
export type ConsoleRequest = {
  readonly operation: ConsoleOperation;
  readonly requests: number;
  readonly counted: Counted;
  /** Duration of an invocation, if it waits. */
  readonly seconds?: number;
};

export type ConsoleOperation =
  | 'create-console-link'
  | 'get-console'
  | 'get-current-key'
  | 'list-endpoints'
  | 'get-endpoint'
  | 'list-deliveries'
  | 'get-delivery'
  | 'list-events'
  | 'preview-page'
  | 'preview-post'
  | 'read-event-feed'
  | 'read-event-feed, waiting';

/** A member has at most five console links, one of which the stack has created. */
const LINKS = 4;
const WARM_UP = 4;
const ENDPOINTS = 5;
/** The statistics of an endpoint are computed from this many deliveries. */
const DELIVERIES = 100;
/** The longest time that a request of the feed waits, in seconds, and the number of such requests. */
const WAIT_SECONDS = 8;
const WAITING = 2;
const ORDER = { id: '2f1f8d5e-1b1a-4c57-8a37-9a1f5a9d7f10', number: '1001' };

const createdSchema = v.object({ data: v.object({ id: v.union([v.string(), v.number()]) }) });
const meSchema = v.object({ data: v.object({ workspace: v.object({ id: v.string() }) }) });

const listSchema = v.object({ data: v.array(v.object({ id: v.string() })) });

/** Sends each request of the console on a workspace with five endpoints of a hundred deliveries. */
export async function runConsole(requests: number, say: (line: string) => void): Promise<ConsoleRequest[]> {
  const stack = await startCountedStack();
  try {
    const { baseUrl, apiKey, receiverUrl } = stack.ready;
    const { call, createEnabledEndpoint } = createPlatformCalls(baseUrl, apiKey);
    let endpoint = '';
    for (let number = 0; number < ENDPOINTS; number += 1)
      endpoint = await createEnabledEndpoint(`Console ${number}`, `${receiverUrl}/hooks`);
    for (let number = 0; number < DELIVERIES; number += 1)
      await call('POST', '/api/v1/salesbot/events', { event: ORDER_PAID, data: { order: ORDER } });
    await settled(stack, () => true);

    const endpoints = '/api/v1/workspace-webhooks';
    const deliveries = `${endpoints}/${endpoint}/deliveries`;
    const delivery = v.parse(listSchema, await call('GET', deliveries)).data[0]?.id ?? '';
    const reads: readonly (readonly [ConsoleOperation, path: string])[] = [
      ['get-current-key', '/api/v1/me'],
      ['list-endpoints', `${endpoints}?limit=100`],
      ['get-endpoint', `${endpoints}/${endpoint}`],
      ['list-deliveries', `${deliveries}?limit=50`],
      ['get-delivery', `${deliveries}/${delivery}`],
      ['list-events', '/api/v1/events?limit=50'],
      ['read-event-feed', '/api/v1/workspace-webhooks/feed?limit=50'],
    ];
    const measured: ConsoleRequest[] = [];
    const measure = async (
      operation: ConsoleOperation,
      times: number,
      send: () => Promise<unknown>,
      seconds?: number,
    ) => {
      say(`console: ${operation}`);
      await settled(stack, () => true);
      for (let count = 0; count < times; count += 1) await send();
      const counted = await settled(stack, () => true);
      measured.push({ operation, requests: times, counted, ...(seconds === undefined ? {} : { seconds }) });
    };
    for (const [operation, path] of reads) {
      const send = () => call('GET', path);
      // Both containers of the function then have the key in their cache.
      for (let count = 0; count < WARM_UP; count += 1) await send();
      await measure(operation, requests, send);
    }
    const latest = `/api/v1/workspace-webhooks/feed?cursor=latest&wait=${WAIT_SECONDS}`;
    await measure('read-event-feed, waiting', WAITING, () => call('GET', latest), WAIT_SECONDS);
    // The page is HTML; it is read like any file.
    await measure('get-console', requests, async () => (await fetch(`${baseUrl}/console`)).arrayBuffer());
    const previews = await preparePreviews(call);
    for (const [operation, { path, body }] of previews) {
      for (let count = 0; count < WARM_UP; count += 1) await call('POST', path, body);
      await measure(operation, requests, () => call('POST', path, body));
    }
    await measure('create-console-link', LINKS, () => call('POST', '/api/v1/console-links', {}));
    return measured;
  } finally {
    await stack.stop();
  }
}

type Call = ReturnType<typeof createPlatformCalls>['call'];
type Preview = { readonly path: string; readonly body: unknown };

/** The requests of the editors: a page with five links that are not saved, and a post for one account. */
async function preparePreviews(
  call: Call,
): Promise<readonly (readonly ['preview-page' | 'preview-post', Preview])[]> {
  const pages = '/api/v1/biolinks/pages';
  const page = v.parse(createdSchema, await call('POST', pages, { title: 'Shop', slug: 'previewed' })).data
    .id;
  const link = { type: 'link', title: 'Spring collection', url: 'https://example.com/spring' };
  const blocks = Array.from({ length: 5 }, () => link);

  const { id } = v.parse(meSchema, await call('GET', '/api/v1/me')).data.workspace;
  const base = `/os/api/${id}`;
  const sandbox = { provider: 'sandbox', name: 'Shop', credentials: {} };
  const account = v.parse(createdSchema, await call('POST', `${base}/accounts`, sandbox)).data.id;
  const versions = [{ account_id: 0, is_original: true, content: [{ body: 'We are open again.' }] }];
  return [
    ['preview-page', { path: `${pages}/${page}/preview`, body: { page: { tagline: 'Lamps' }, blocks } }],
    ['preview-post', { path: `${base}/posts/preview`, body: { accounts: [account], versions } }],
  ];
}
