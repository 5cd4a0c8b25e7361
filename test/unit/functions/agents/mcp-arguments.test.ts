import { describe, expect, it } from 'vitest';
import rows from '#test/corpus/mcp-arguments.json' with { type: 'json' };
import { startMcp } from '#test/support/fixtures/agents/mcp-server.ts';

const listed = (url: string) => (url.endsWith('/api/v1/me') ? undefined : Response.json({ data: [] }));
const PERMISSIONS = ['publishing:posts:read', 'publishing:posts:write', 'publishing:accounts:read'];

describe('arguments of tools as clients send them', () => {
  it.each(rows)('of $channel: $input is $right ($report)', async ({ channel, input, right }) => {
    const { tool, requests } = startMcp(listed, PERMISSIONS);
    const { status, body } = await tool(channel, input);
    const sent = requests.filter(({ url }) => !url.endsWith('/api/v1/me')).map(({ url }) => new URL(url));

    expect(status).toBe(200);
    expect(body.result.isError ?? false).toBe(right === null);
    expect(sent.map(({ searchParams }) => String(searchParams))).toEqual(right === null ? [] : [right]);
  });

  it('are no JSON in a text if they are too deep for code that calls itself', async () => {
    const { tool, requests } = startMcp(listed, PERMISSIONS);
    const parameters = `{"keyword":${'['.repeat(20_000)}${']'.repeat(20_000)}}`;
    const { body } = await tool('call_operation', { operation: 'listPosts', parameters });

    expect(body.result.isError).toBe(true);
    expect(requests.filter(({ url }) => url.includes('/posts'))).toEqual([]);
  });
});
