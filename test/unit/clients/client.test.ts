import { describe, expect, it } from 'vitest';
import { createClient, isProblem, type WorkspaceClientOptions } from '#clients/typescript/client.ts';

const PROBLEM = {
  type: 'https://api.example.com/docs/errors#slug_taken',
  title: 'The slug is already in use',
  status: 409,
  detail: 'Choose another one.',
  instance: 'urn:request:request-1',
  code: 'slug_taken',
  request_id: 'request-1',
};

/** A client whose requests are only recorded in a list. */
function recordingClient(answer: Response, options: Partial<WorkspaceClientOptions> = {}) {
  const requests: Request[] = [];
  const client = createClient({
    baseUrl: 'https://api.example.com',
    apiKey: 'wsk_test',
    async fetch(request) {
      requests.push(request);
      return answer.clone();
    },
    ...options,
  });
  return { client, requests };
}

const created = Response.json({ data: {} }, { status: 201 });
const page = { title: 'Ada', slug: 'ada' };

describe('createClient', () => {
  it('sends the key to the base URL', async () => {
    const { client, requests } = recordingClient(Response.json({ data: {} }));
    await client.GET('/api/v1/me');

    expect(requests[0]?.url).toBe('https://api.example.com/api/v1/me');
    expect(requests[0]?.headers.get('authorization')).toBe('Bearer wsk_test');
    expect(requests[0]?.headers.has('idempotency-key')).toBe(false);
  });

  it('sends an individual Idempotency-Key with each POST', async () => {
    const { client, requests } = recordingClient(created);
    await client.POST('/api/v1/biolinks/pages', { body: page });
    await client.POST('/api/v1/biolinks/pages', { body: page });
    const keys = requests.map(({ headers }) => headers.get('idempotency-key'));

    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/u);
    expect(new Set(keys).size).toBe(2);
  });

  it('keeps the Idempotency-Key of a caller who repeats a request with it', async () => {
    const { client, requests } = recordingClient(created);
    const params = { header: { 'Idempotency-Key': 'page-1' } };
    await client.POST('/api/v1/biolinks/pages', { params, body: page });

    expect(requests[0]?.headers.get('idempotency-key')).toBe('page-1');
  });

  it('generates keys as configured, or none', async () => {
    const told = recordingClient(created, { idempotencyKey: () => 'mine' });
    const none = recordingClient(created, { idempotencyKey: false });
    await told.client.POST('/api/v1/biolinks/pages', { body: page });
    await none.client.POST('/api/v1/biolinks/pages', { body: page });

    expect(told.requests[0]?.headers.get('idempotency-key')).toBe('mine');
    expect(none.requests[0]?.headers.has('idempotency-key')).toBe(false);
  });

  it('does not compile without the required parameters of an operation', async () => {
    const { client } = recordingClient(created);
    // @ts-expect-error the revision is missing
    await client.PATCH('/api/v1/biolinks/pages/{page}', { params: { path: { page: 'x' } }, body: {} });
    // @ts-expect-error the slug is not a string
    await client.POST('/api/v1/biolinks/pages', { body: { ...page, slug: 1 } });
    // @ts-expect-error a page has no tag line, but a tagline
    await client.POST('/api/v1/biolinks/pages', { body: { ...page, tag_line: 'Hello' } });
    // @ts-expect-error and no setting of that name
    await client.POST('/api/v1/biolinks/pages', { body: { ...page, settings: { sea: {} } } });
    // @ts-expect-error there is no such path
    await client.GET('/api/v1/you');

    expect.assertions(0);
  });
});

describe('isProblem', () => {
  it('recognises an error, and whether it is one of several', async () => {
    const headers = { 'content-type': 'application/problem+json' };
    const { client } = recordingClient(Response.json(PROBLEM, { status: 409, headers }));
    const { error } = await client.POST('/api/v1/biolinks/pages', { body: page });

    expect(isProblem(error)).toBe(true);
    expect(isProblem(error, 'slug_taken')).toBe(true);
    expect(isProblem(error, 'slug_reserved', 'slug_taken')).toBe(true);
    expect(isProblem(error, 'slug_reserved')).toBe(false);
    // @ts-expect-error creating a page has no such response
    expect(isProblem(error, 'revision_mismatch')).toBe(false);
  });

  it('accepts nothing else as an error', async () => {
    const { client } = recordingClient(Response.json({ message: 'Too Many Requests' }, { status: 429 }));
    const { error } = await client.POST('/api/v1/biolinks/pages', { body: page });

    for (const other of [error, undefined, null, 'text', {}, { code: 'slug_taken' }])
      expect(isProblem(other)).toBe(false);
  });
});
