import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import messages from '#test/corpus/mcp-messages.json' with { type: 'json' };
import { startMcp } from '#test/support/fixtures/agents/mcp-server.ts';
import { runs } from '#test/support/fixtures/platform/depth.ts';

const listed = (url: string) => (url.endsWith('/api/v1/me') ? undefined : Response.json({ data: [] }));

const MODERN = { 'mcp-protocol-version': '2026-07-28' };
const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
};

describe('messages of the MCP server', () => {
  it.each(messages.map((row) => [row.channel, row] as const))(
    'are answered as JSON-RPC demands: %s',
    async (_channel, { input, right }) => {
      const { post } = startMcp(listed);
      const { status, body } = await post({ body: input });

      expect(status).toBe(right.status);
      if (right.status === 202) expect(body).toEqual({});
      else expect([body.id, body.error?.code]).toEqual([right.id, 'code' in right ? right.code : undefined]);
      expect(body.result?.isError ?? false).toBe(false);
    },
  );

  it('are rejected with the ID of the request, or null, whatever JSON they are', async () => {
    const { post } = startMcp(listed);
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (value) => {
        const { status, body } = await post({ body: JSON.stringify(value) });
        const isMessage = status === 202;

        expect([202, 400]).toContain(status);
        if (!isMessage) expect(body).toMatchObject({ jsonrpc: '2.0', error: { code: expect.any(Number) } });
      }),
      { numRuns: runs(60) },
    );
  });

  it.each(['{', '[]', '{}', '', messages[0]?.input ?? ''])(
    'are not judged before the credential: %j',
    async (body) => {
      const { post, requests } = startMcp(listed);
      const { status, headers, body: problem } = await post({ body, headers: { authorization: '' } });

      expect([status, problem.code]).toEqual([401, 'authentication_required']);
      expect(headers['WWW-Authenticate']).toMatch(/^Bearer/u);
      expect(requests).toEqual([]);
    },
  );

  it('are not judged before the media type, and not without a known key', async () => {
    const { post } = startMcp(() => Response.json({ detail: 'The API key is unknown.' }, { status: 401 }));
    expect((await post({ body: '{' })).body.code).toBe('api_key_invalid');
    const { post: known } = startMcp(listed);
    const { status, body } = await known({ body: '{', headers: { 'content-type': 'text/plain' } });

    expect([status, body.code]).toEqual([415, 'unsupported_media_type']);
  });

  it('need not be answered in batches, because the version that demands it is not offered', async () => {
    const { call } = startMcp(listed);
    const initialize = (protocolVersion: string) =>
      call({
        method: 'initialize',
        params: { protocolVersion, capabilities: {}, clientInfo: { name: 'x', version: '1' } },
      });
    const versions = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05', '2024-10-07'];
    const offered = [];
    for (const version of versions) offered.push((await initialize(version)).body.result.protocolVersion);

    expect(offered).toEqual(['2025-11-25', '2025-06-18', '2025-11-25', '2024-11-05', '2024-10-07']);
    const { status, body } = await call({ method: 'tools/list' }, { 'mcp-protocol-version': '2025-03-26' });
    expect([status, body.id, body.error.code]).toEqual([400, 1, expect.any(Number)]);
  });

  it('lets clients of 2026 keep the list of tools, and opens no stream for them', async () => {
    const { call } = startMcp(listed);
    const send = (method: string, params: object = {}) =>
      call({ method, params: { ...params, _meta: META } }, { ...MODERN, 'mcp-method': method });
    const { result } = (await send('tools/list')).body;
    expect([result.ttlMs, result.cacheScope]).toEqual([300_000, 'private']);
    const { status, body } = await send('subscriptions/listen', {
      notifications: { toolsListChanged: true },
    });

    expect([status, body.id, body.error.code]).toEqual([404, 1, -32_601]);
    expect((await send('tools/list', { cursor: null })).body.result.tools.length).toBeGreaterThan(0);
  });
});
