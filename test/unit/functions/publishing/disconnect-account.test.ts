import { describe, expect } from 'vitest';
import { codeOf } from '#test/support/fixtures/platform/http-event.ts';
import { it, A_MASTODON, emitted } from '#test/support/fixtures/publishing/account-api.ts';

describe('disconnect-account, happy', () => {
  it('returns 204, deletes the credentials and emits the event', async ({ api, call, connect, events }) => {
    const { uuid } = await connect(A_MASTODON);
    const kept = await connect();
    const { status, text } = await call('disconnect-account', { params: { account: uuid } });

    expect({ status, text }).toEqual({ status: 204, text: undefined });
    expect([...api.core.accounts.values()].map((account) => account.uuid)).toEqual([kept.uuid]);
    expect(events().slice(2).map(emitted)).toEqual([
      { event: 'publishing.account.deleted', data: { id: uuid, deleted: true } },
    ]);
  });

  it('never reuses the number for another account', async ({ call, connect }) => {
    await call('disconnect-account', { params: { account: (await connect()).uuid } });

    expect((await connect()).id).toBe(2);
  });

  it('returns 404 afterwards', async ({ call, connect, events }) => {
    const params = { account: (await connect()).uuid };
    await call('disconnect-account', { params });

    expect(codeOf(await call('disconnect-account', { params }))).toBe('404 account_not_found');
    expect(codeOf(await call('get-account', { params }))).toBe('404 account_not_found');
    expect(codeOf(await call('update-account', { params, json: {} }))).toBe('404 account_not_found');
    expect(events()).toHaveLength(2);
  });
});
