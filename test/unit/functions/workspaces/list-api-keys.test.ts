import { describe, expect } from 'vitest';
import { codeOf } from '#test/support/fixtures/platform/http-event.ts';
import { it } from '#test/support/fixtures/workspaces/workspace-api.ts';

describe('list-api-keys', () => {
  it('lists newest first, page by page, and shows no secret', async ({ api, call, key }) => {
    const made: { id: string; secret: string }[] = [];
    for (const name of ['first', 'second']) {
      api.clock.advance(1);
      made.unshift(await key({ name }));
    }
    const { body, text } = await call('list-api-keys', { query: { limit: '2' } });
    const rest = await call('list-api-keys', { query: { limit: '50', cursor: body.next_cursor } });

    expect(body.data.map(({ id }: { id: string }) => id)).toEqual(made.map(({ id }) => id));
    expect(body.has_more).toBe(true);
    // The keys with which the API starts.
    expect(rest.body.data).toHaveLength(3);
    for (const { secret } of made) expect(text).not.toContain(secret);
    expect(text).not.toContain('hash');
  });

  it('omits revoked keys and keys of another workspace', async ({ api, call, key }) => {
    await api.createOtherWorkspace();
    const before = (await call('list-api-keys')).body.data;
    const { id } = await key();
    await call('delete-api-key', { params: { key: id } });

    expect((await call('list-api-keys')).body.data).toHaveLength(before.length);
  });

  it('rejects a malformed cursor', async ({ call }) => {
    expect(codeOf(await call('list-api-keys', { query: { cursor: 'x' } }))).toBe('400 cursor_invalid');
  });
});
