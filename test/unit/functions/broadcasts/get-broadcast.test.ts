import { describe, expect, it } from 'vitest';
import { startBroadcastApi } from '#test/support/fixtures/broadcasts/broadcast-api.ts';

describe('get-broadcast', () => {
  it('returns the broadcast as it was created, with its tag', async () => {
    const { created, run } = await startBroadcastApi({ audience: { tags: ['a'] } });
    const { status, headers, body } = await run('get-broadcast');

    expect([status, headers['ETag'], body]).toEqual([200, '"1"', created.body]);
  });

  it('returns 304 to a client with the current tag, until the broadcast changes', async () => {
    const { edit, run } = await startBroadcastApi();
    const known = { headers: { 'if-none-match': '"1"' } };
    expect(await run('get-broadcast', known)).toMatchObject({ status: 304, headers: { ETag: '"1"' } });
    await edit({ name: 'n' });

    expect((await run('get-broadcast', known)).status).toBe(200);
  });
});
