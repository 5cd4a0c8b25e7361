import { beforeAll, describe, expect, it } from 'vitest';
import { invokeSample } from '#scripts/lib/samples/invoke-sample.ts';
import { readSamples, type Sample } from '#scripts/lib/samples/sample-event.ts';
import type { HttpEvent, HttpResult } from '#shared/platform/http/operation.ts';
import { connectAgent } from '#test/support/fixtures/agents/agent-client.ts';
import { createCliUser } from '#test/support/fixtures/clients/run-cli.ts';
import { bytesOf } from '#test/support/fixtures/files/media-files.ts';
import { apiClient } from '#test/support/fixtures/platform/api-client.ts';
import { conformingFetch, requireConformingResult } from '#test/support/fixtures/platform/conformance.ts';
import { IS_WHOLE } from '#test/support/fixtures/platform/depth.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';
import { shareStack } from '#test/support/fixtures/platform/stacks/shared-stack.ts';
import { waitFor } from '#test/support/fixtures/platform/wait-for.ts';
import {
  NODE_HEADERS,
  NODE_OPERATIONS,
  NODE_REQUESTS,
  nodeRequests,
  type NodeRequest,
  type NodeTargets,
  shownByNode,
} from '#test/support/fixtures/publishing/mixpost-requests.ts';
import { expectStatus } from '#test/support/fixtures/webhooks/webhook-user.ts';

const samples = await readSamples();
/** Every error of an operation that the node calls; `npm test` has every fourth one. */
const rejected = samples
  .filter(
    ({ function: name, outcome }) =>
      NODE_OPERATIONS.has(name) && 'status' in outcome && outcome.status >= 400,
  )
  .filter((_, index) => IS_WHOLE || index % 4 === 0);

type ShownError = { readonly detail: string; readonly issues?: readonly { readonly detail: string }[] };

/** The sentence of an error, or of the first of several, and how many others there are. */
function messageOf({ detail, issues: [first, ...others] = [] }: ShownError): string {
  if (!first || others.length === 0) return detail;
  return `${first.detail} (and ${others.length} more ${others.length === 1 ? 'error' : 'errors'})`;
}

describe('the official n8n node for Mixpost', () => {
  const stack = forAllTests(shareStack);
  const api = forAllTests(() => apiClient(stack.baseUrl, stack.apiKey));
  let account: NodeTargets['account'];
  let readTargets: Promise<NodeTargets> | undefined;

  beforeAll(async () => {
    const body = { provider: 'sandbox', name: 'Sandbox', credentials: {} } as const;
    const connected = await api.POST('/os/api/{workspace}/accounts', { params: within(), body });
    account = expectStatus(connected, 201).body.data;
  });

  const within = () => ({ path: { workspace: stack.workspaceId } });

  const file = { name: 'engine.png', type: 'image/png', bytes: bytesOf('image/png', 1000) };

  async function aMediaFile(): Promise<NodeTargets['media']> {
    const path = `/api/${stack.workspaceId}/media`;
    const response = await send({ name: 'media.upload', method: 'POST', path, file });
    return (await response.json()).data;
  }

  async function aPost(extra: object = {}): Promise<string> {
    const versions = [{ account_id: 0, is_original: true, content: [{ body: 'From n8n' }] }];
    const body = { accounts: [account.id], versions, date: '2099-03-14', time: '09:30', ...extra };
    return expectStatus(await api.POST('/os/api/{workspace}/posts', { params: within(), body }), 201).body
      .data.id;
  }

  const of = (post: string) => ({ params: { path: { workspace: stack.workspaceId, post } } });

  async function aPublishedPost(): Promise<string> {
    const post = await aPost({ schedule_now: true });
    await waitFor('the post is published', async () => {
      const read = expectStatus(await api.GET('/os/api/{workspace}/posts/{post}', of(post)), 200);
      return read.body.data.status_name === 'published';
    });
    return post;
  }

  async function aSubmittedPost(): Promise<string> {
    const post = await aPost();
    expectStatus(await api.POST('/os/api/{workspace}/posts/submit/{post}', of(post)), 200);
    return post;
  }

  /** What a request is about. Published posts take a moment, so only removals from networks get them. */
  async function targets(name = ''): Promise<NodeTargets> {
    const body = { name: 'Launch' };
    const tag = expectStatus(await api.POST('/os/api/{workspace}/tags', { params: within(), body }), 201);
    const [media, otherMedia] = await Promise.all([aMediaFile(), aMediaFile()]);
    const [post, otherPost, submitted] = await Promise.all([aPost(), aPost(), aSubmittedPost()]);
    const isRemoval = name.includes('social');
    const [published, otherPublished] = isRemoval
      ? await Promise.all([aPublishedPost(), aPublishedPost()])
      : [post, otherPost];
    const posts = { post, otherPost, submitted, published, otherPublished };
    const { workspaceId: workspace } = stack;
    return { workspace, account, tag: tag.body.data, media, otherMedia, ...posts, file };
  }

  /** Sends a request as the node does. */
  async function send({ method, path, query = [], body, file: sent }: NodeRequest): Promise<Response> {
    const parameters = query.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
    const url = `${stack.baseUrl}/os${path}${parameters === '' ? '' : `?${parameters}`}`;
    const headers = { ...NODE_HEADERS, authorization: `Bearer ${stack.apiKey}` };
    if (sent) {
      const form = new FormData();
      form.append('file', new Blob([sent.bytes], { type: sent.type }), sent.name);
      return conformingFetch(url, { method, headers, body: form });
    }
    if (body === undefined) return conformingFetch(url, { method, headers });
    return conformingFetch(url, {
      method,
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  }

  it.each(NODE_REQUESTS)('succeeds with %s', async (name) => {
    // Reads change nothing, so they share what they read.
    const isRead = name.includes('.get') || name.startsWith('credential');
    const about = isRead ? await (readTargets ??= targets()) : await targets(name);
    const request = nodeRequests(about).find((each) => each.name === name);
    if (!request) throw new Error(`There is no request ${name}`);
    const response = await send(request);
    const text = await response.text();

    expect([response.status < 300, text]).toEqual([true, text]);
    if (name.includes('.getAll')) expect(JSON.parse(text).data).toBeInstanceOf(Array);
  });

  it.each(['/api/ping', '/api/workspaces'])(
    'checks a new key with %s, whatever its permissions',
    async (path) => {
      const body = { name: 'n8n', permissions: ['publishing:posts:read'] } as const;
      const made = await api.POST('/api/v1/api-keys', {
        body: { ...body, permissions: [...body.permissions] },
      });
      const { secret } = expectStatus(made, 201).body;
      const headers = { ...NODE_HEADERS, authorization: `Bearer ${secret}` };

      expect((await conformingFetch(`${stack.baseUrl}/os${path}`, { headers })).status).toBe(200);
    },
  );

  it('finds its workspace and the posts that its filters describe', async () => {
    const { workspace, tag, media } = await targets();
    const at = `/api/${workspace}`;
    const listed = await (await send({ name: 'x', method: 'GET', path: '/api/workspaces' })).json();
    expect(listed).toMatchObject({ data: [{ uuid: workspace }] });

    const label = `Tag of ${media.uuid}`;
    await send({ name: 'x', method: 'PUT', path: `${at}/tags/${tag.uuid}`, body: { name: label } });
    const versions = [{ account_id: 0, is_original: true, content: [{ body: 'Tagged', media: [] }] }];
    const body = { versions, accounts: [account.id], tags: [tag.id] };
    const created = await (await send({ name: 'x', method: 'POST', path: `${at}/posts`, body })).json();
    const filtered = async (page: string, ...names: string[]) => {
      const tags = names.map((name) => ['tags[]', name] as const);
      const query = [['limit', '1'], ['page', page], ['accounts[]', String(account.id)], ...tags] as const;
      return (await send({ name: 'x', method: 'GET', path: `${at}/posts`, query })).json();
    };

    expect((await filtered('1', 'Unknown', label.toUpperCase())).data).toMatchObject([
      { id: created.data.id },
    ]);
    expect((await filtered('2', label)).data).toEqual([]);
    expect((await filtered('1', 'Unknown')).data).toEqual([]);
  });

  it('follows the links of a list', async () => {
    await Promise.all([targets(), targets(), targets()]);
    const read = async (url: string) => {
      const { body } = await api('GET', url.replace(stack.baseUrl, ''), { headers: NODE_HEADERS });
      return body;
    };
    const first = await read(`/os/api/${stack.workspaceId}/tags?limit=1`);
    const second = await read(first.links.next);
    const third = await read(second.links.next);
    const pages = [first, second, third];

    expect(pages.map(({ meta }) => meta.current_page)).toEqual([1, 2, 3]);
    expect(new Set(pages.map(({ data }) => data[0].uuid)).size).toBe(3);
    expect((await read(third.links.prev)).data).toEqual(second.data);
  });

  it.each(rejected)('shows the error of $function/$name', async (sample: Sample) => {
    const event = sample.event as HttpEvent;
    const asNode = { ...event, headers: { ...event.headers, ...NODE_HEADERS } };
    const { result } = await invokeSample(stack, { ...sample, event: asNode });
    const answer = result as HttpResult;
    requireConformingResult(sample.function, asNode, answer);
    const body = JSON.parse(answer.body ?? '');

    expect({ status: answer.statusCode, code: body.code }).toEqual(sample.outcome);
    expect(answer.headers).toMatchObject({ 'Content-Type': 'application/json', Vary: 'Accept' });
    expect(body.message).toBe(messageOf(body));
    const shown = shownByNode(body.status, body);
    expect(shown).toContain(body.message);
    for (const { detail } of body.issues ?? []) expect(shown).toContain(detail);
    if (body.status === 422) expect(Object.values(body.errors).flat()).toHaveLength(body.issues.length);
  });

  it.each([
    ['401', 'GET', '/ping', 401, 'api_key_invalid'],
    ['an unknown path', 'GET', '/nowhere/at/all', 404, 'route_not_found'],
    ['another method', 'POST', '/ping', 405, 'method_not_allowed'],
    ['another workspace', 'GET', '/01980000-0000-7000-8000-000000000001/tags', 403, 'workspace_mismatch'],
    ['a list without a reader', 'GET', '/{workspace}/tags?page=1&cursor=x', 422, 'parameter_conflict'],
  ])('reads the error for %s', async (_, method, path, status, code) => {
    const route = `/os/api${path.replace('{workspace}', stack.workspaceId)}`;
    const key = code === 'api_key_invalid' ? 'wsk_unknown' : stack.apiKey;
    const { headers, body, ...answer } = await api(method, route, { key, headers: NODE_HEADERS });

    expect([answer.status, body.code, body.message]).toEqual([status, code, body.detail]);
    expect([headers.get('content-type'), headers.get('vary')]).toEqual(['application/json', 'Accept']);
  });

  it.each(['posts', 'accounts', 'tags', 'media'])('reads the errors of the list of %s', async (list) => {
    const codeOf = async (query: string) => {
      const path = `/os/api/${stack.workspaceId}/${list}?${query}`;
      const { status, body } = await api('GET', path, { headers: NODE_HEADERS });
      expect([status, body.message]).toEqual([422, messageOf(body)]);
      return `${Object.keys(body.errors).join()} ${body.code}`;
    };

    expect(await codeOf('page=1&cursor=x')).toBe('page parameter_conflict');
    expect(await codeOf('page=11&limit=100')).toBe('page out_of_range');
    expect(await codeOf('page=two')).toBe('page invalid_type');
    expect(await codeOf('pages=2')).toBe('pages unknown_parameter');
    expect(await codeOf('limit=0&keyword=')).toBe('limit,keyword validation_failed');
    expect(await codeOf('keyword=')).toBe('keyword too_short');
    expect(await codeOf(`keyword=${'x'.repeat(201)}`)).toBe('keyword too_long');
    expect(await codeOf('keyword=a%0Ab')).toBe('keyword invalid_characters');
  });

  it('reads the error for an unknown network', async () => {
    const path = `/os/api/${stack.workspaceId}/accounts?providers[]=sandbox&providers[]=friendster`;
    const { status, body } = await api('GET', path, { headers: NODE_HEADERS });

    expect([status, body.code, Object.keys(body.errors)]).toEqual([422, 'invalid_format', ['providers']]);
  });

  it('reads the error for a body that is too large', async () => {
    const path = `/os/api/${stack.workspaceId}/posts`;
    const { status, body } = await api('POST', path, { headers: NODE_HEADERS, body: 'x'.repeat(300_000) });

    expect([status, body.code, body.message]).toEqual([413, 'payload_too_large', body.detail]);
  });
});

describe('clients that also accept problem documents', () => {
  const stack = forAllTests(shareStack);
  const user = forAllTests(createCliUser, 'forget');
  const agent = forAllTests(() => connectAgent(stack), 'close');
  const api = forAllTests(() => apiClient(stack.baseUrl, stack.apiKey));

  it.each([undefined, '*/*', 'application/json, application/problem+json'])(
    'get one for Accept: %s',
    async (accept) => {
      const headers: Record<string, string> = accept === undefined ? {} : { accept };
      const path = `/os/api/${stack.workspaceId}/tags?limit=0`;
      const answer = await api('GET', path, { headers });

      expect(answer.headers.get('content-type')).toBe('application/problem+json');
      expect(answer.headers.get('vary')).toBe('Accept');
      expect(answer.body).not.toHaveProperty('message');
      expect(answer.body.errors).toMatchObject([{ parameter: 'limit' }]);
    },
  );

  it('get one elsewhere, whatever they accept', async () => {
    const answer = await api('GET', '/api/v1/biolinks/pages?limit=0', { headers: NODE_HEADERS });

    expect(answer.headers.get('content-type')).toBe('application/problem+json');
    expect(answer.headers.get('vary')).toBeNull();
  });

  it('are the typed client, the command line and the agents, too', async () => {
    const path = { workspace: stack.workspaceId };
    const typed = await api.GET('/os/api/{workspace}/tags', { params: { path, query: { limit: 0 } } });
    const env = { WORKSPACE_PLATFORM_HOST: stack.baseUrl, WORKSPACE_PLATFORM_KEY: stack.apiKey };
    const list = `/os/api/${stack.workspaceId}/tags?limit=0`;
    const { messages } = await user.run(['api', 'GET', list], { env });
    const input = { operation: 'listTags', parameters: { limit: 0 } };
    const tool = await agent.call('call_operation', input);

    expect(typed.headers.get('content-type')).toBe('application/problem+json');
    expect(messages).toContain('parameter limit: Use a whole number');
    expect(tool).toMatchObject({ isError: true, value: { errors: [{ parameter: 'limit' }] } });
  });
});
