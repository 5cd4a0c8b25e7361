import { describe, expect } from 'vitest';
import {
  it,
  A_MASTODON,
  responsesToUnauthorised,
  startAccountApi,
} from '#test/support/fixtures/publishing/account-api.ts';
import { unauthorisedResponses } from '#test/support/fixtures/publishing/unauthorised-callers.ts';

describe('get-account, happy', () => {
  it('returns the account as it was connected', async ({ call, connect }) => {
    const account = await connect(A_MASTODON);
    const { status, body } = await call('get-account', { params: { account: account.uuid } });

    expect(status).toBe(200);
    expect(body).toEqual({ data: account });
  });

  it('accepts a UUID in upper case', async ({ call, connect }) => {
    const { uuid } = await connect();

    expect((await call('get-account', { params: { account: uuid.toUpperCase() } })).status).toBe(200);
  });
});

describe('get-account, security', () => {
  it('rejects unauthorised callers', async (parts) => {
    const { uuid } = await parts.connect();

    expect(await responsesToUnauthorised(parts, 'get-account', 'account', uuid)).toEqual(
      unauthorisedResponses('account_not_found'),
    );
  });

  it('requires the permission to read, which the permission to write does not imply', async () => {
    const { api, call, connect } = await startAccountApi();
    const params = { account: (await connect()).uuid };

    expect(
      (await call('get-account', { params, key: api.grant(['publishing:accounts:write']) })).body.code,
    ).toBe('permission_missing');
  });
});
