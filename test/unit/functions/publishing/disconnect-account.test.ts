import { describe, expect, it } from 'vitest';
import { codeOf } from '#test/support/fixtures/biolinks/domain-api.ts';
import {
  A_MASTODON,
  responsesToUnauthorised,
  unauthorisedResponses,
  startAccountApi,
  emitted,
} from '#test/support/fixtures/publishing/account-api.ts';

describe('disconnect-account, happy', () => {
  it('returns 204, deletes the credentials and emits the event', async () => {
    const { api, call, connect, events } = await startAccountApi();
    const { uuid } = await connect(A_MASTODON);
    const kept = await connect();
    const { status, text } = await call('disconnect-account', { params: { account: uuid } });

    expect({ status, text }).toEqual({ status: 204, text: undefined });
    expect([...api.core.accounts.values()].map((account) => account.uuid)).toEqual([kept.uuid]);
    expect(events().slice(2).map(emitted)).toEqual([
      { event: 'publishing.account.deleted', data: { id: uuid, deleted: true } },
    ]);
  });

  it('never reuses the number for another account', async () => {
    const { call, connect } = await startAccountApi();
    await call('disconnect-account', { params: { account: (await connect()).uuid } });

    expect((await connect()).id).toBe(2);
  });

  it('returns 404 afterwards', async () => {
    const { call, connect, events } = await startAccountApi();
    const params = { account: (await connect()).uuid };
    await call('disconnect-account', { params });

    expect(codeOf(await call('disconnect-account', { params }))).toBe('404 account_not_found');
    expect(codeOf(await call('get-account', { params }))).toBe('404 account_not_found');
    expect(codeOf(await call('update-account', { params, json: {} }))).toBe('404 account_not_found');
    expect(events()).toHaveLength(2);
  });
});

describe('disconnect-account, security', () => {
  it('rejects unauthorised callers, and removes nothing', async () => {
    const parts = await startAccountApi();
    const { uuid } = await parts.connect();

    expect(await responsesToUnauthorised(parts, 'disconnect-account', 'account', uuid)).toEqual(
      unauthorisedResponses('account_not_found'),
    );
    expect(parts.api.core.accounts.size).toBe(1);
    expect(parts.events()).toHaveLength(1);
  });
});
