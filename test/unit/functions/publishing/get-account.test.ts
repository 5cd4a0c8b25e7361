import { describe, expect } from 'vitest';
import { it, A_MASTODON } from '#test/support/fixtures/publishing/account-api.ts';

describe('get-account, happy', () => {
  it('returns the account as it was connected', async ({ call, connect }) => {
    const account = await connect(A_MASTODON);
    const { status, body } = await call('get-account', { params: { account: account.uuid } });

    expect(status).toBe(200);
    expect(body).toEqual({ data: account });
  });

  it('accepts the integer id', async ({ call, connect }) => {
    const account = await connect(A_MASTODON);

    expect(await call('get-account', { params: { account: String(account.id) } })).toMatchObject({
      status: 200,
      body: { data: account },
    });
  });

  it.each(['0', '01', '-1', '1.0', '1e0', '99999999999999999999', '999'])(
    'returns 404 for the id %s',
    async (id, { call, connect }) => {
      await connect();

      expect((await call('get-account', { params: { account: id } })).body.code).toBe('account_not_found');
    },
  );

  it('accepts a UUID in upper case', async ({ call, connect }) => {
    const { uuid } = await connect();

    expect((await call('get-account', { params: { account: uuid.toUpperCase() } })).status).toBe(200);
  });
});
