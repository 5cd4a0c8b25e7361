import { describe, expect } from 'vitest';
import { anAccount } from '#test/support/builders/publishing/account-builders.ts';
import { withinWorkspace } from '#test/support/fakes/platform/memory-core.ts';
import { codeOf } from '#test/support/fixtures/platform/http-event.ts';
import { A_MASTODON, it, type startAccountApi } from '#test/support/fixtures/publishing/account-api.ts';

type Fixture = Awaited<ReturnType<typeof startAccountApi>>;

const OTHER_TOKEN = { ...A_MASTODON, credentials: { ...A_MASTODON.credentials, access_token: 'other' } };

/** From now on the networks know the credentials as those of this account. */
function signIn({ api }: Fixture, identity: string, username = identity): void {
  api.networks.respondWith({ kind: 'verified', profile: { identity, username, name: null, image: null } });
}

/** An account that an earlier version connected. */
function putEarlier({ api }: Fixture, id: number, username = 'moreau') {
  const { workspaceId } = api;
  const server = 'https://hooks.example.com';
  const account = anAccount({ id, workspaceId, provider: 'mastodon', username, server });
  api.core.accounts.set(withinWorkspace(workspaceId, String(id)), account);
  return account;
}

describe('connect-account, an account that the workspace has', () => {
  it('is 409 with its ids, and stores nothing', async (fixture) => {
    const { call, connect, api, events } = fixture;
    const { id, uuid } = await connect(A_MASTODON);
    signIn(fixture, 'moreau', 'Renamed');
    const response = await call('connect-account', { json: OTHER_TOKEN });

    expect(codeOf(response)).toBe('409 account_exists');
    expect(response.body).toMatchObject({ account_id: id, account: uuid });
    expect(response.body.detail).toContain('account 1');
    expect([api.core.accounts.size, events().length]).toEqual([1, 1]);
  });

  it('is 409 for one of two requests at the same time', async ({ call, api }) => {
    const requests = [A_MASTODON, OTHER_TOKEN, A_MASTODON];
    const responses = await Promise.all(requests.map((json) => call('connect-account', { json })));

    expect(responses.map(codeOf).toSorted()).toEqual([
      '201 undefined',
      '409 account_exists',
      '409 account_exists',
    ]);
    expect(api.core.accounts.size).toBe(1);
  });

  it('can be connected in another workspace, and here again after it was disconnected', async (fixture) => {
    const { call, connect, foreignKey, otherWorkspaceId } = fixture;
    const { uuid } = await connect(A_MASTODON);
    const foreign = { key: foreignKey, params: { workspace: otherWorkspaceId } };

    expect((await call('connect-account', { json: A_MASTODON, ...foreign })).status).toBe(201);
    await call('disconnect-account', { params: { account: uuid } });
    expect((await call('connect-account', { json: A_MASTODON })).status).toBe(201);
  });

  it('is another account with another identity, on another network, and in the sandbox', async (fixture) => {
    const { connect } = fixture;
    await connect(A_MASTODON);
    await connect({ provider: 'devto', credentials: { api_key: 'key-1' } });
    await connect();
    await connect();
    signIn(fixture, 'ada', 'moreau');

    expect((await connect(A_MASTODON)).id).toBe(5);
  });

  it('gets the stored response with the same Idempotency-Key', async ({ call }) => {
    const request = { json: A_MASTODON, headers: { 'idempotency-key': 'k' } };
    const responses = await Promise.all([call('connect-account', request), call('connect-account', request)]);
    const last = await call('connect-account', request);

    expect(responses.map(({ status }) => status)).toEqual([201, 201]);
    expect(last.body).toEqual(responses[0]?.body);
  });

  it('is found by its name and server if an earlier version connected it', async (fixture) => {
    const { call } = fixture;
    const { id, uuid } = putEarlier(fixture, 150);
    for (let other = 1; other <= 120; other += 1) putEarlier(fixture, other, `other-${other}`);
    const response = await call('connect-account', { json: A_MASTODON });

    expect(codeOf(response)).toBe('409 account_exists');
    expect(response.body).toMatchObject({ account_id: id, account: uuid });
  });
});

describe('update-account, accounts that an earlier version connected twice', () => {
  it('stay two, both with new credentials, and a third is not connected', async (fixture) => {
    const { call, api } = fixture;
    const twins = [putEarlier(fixture, 1), putEarlier(fixture, 2)];
    const { credentials } = A_MASTODON;
    for (const { uuid } of twins) {
      const edited = await call('update-account', { params: { account: uuid }, json: { credentials } });
      expect(edited.status).toBe(200);
    }
    const connectAgain = async () => codeOf(await call('connect-account', { json: A_MASTODON }));

    expect([...api.core.accounts.values()].map(({ identity }) => identity)).toEqual(['moreau', 'moreau']);
    expect(await connectAgain()).toBe('409 account_exists');
    for (const { uuid } of twins) {
      expect(await connectAgain()).toBe('409 account_exists');
      await call('disconnect-account', { params: { account: uuid } });
    }
    expect(await connectAgain()).toBe('201 undefined');
  });

  it('follows the identity of an account that has changed its name', async (fixture) => {
    const { call, connect } = fixture;
    const { uuid } = await connect(A_MASTODON);
    signIn(fixture, 'moreau', 'moreau-lights');
    const { credentials } = OTHER_TOKEN;
    const { status, body } = await call('update-account', {
      params: { account: uuid },
      json: { credentials },
    });

    expect([status, body.data.username]).toEqual([200, 'moreau-lights']);
  });

  it('refuses the credentials of a new owner of the same name', async (fixture) => {
    const { call, connect } = fixture;
    const { uuid } = await connect(A_MASTODON);
    signIn(fixture, 'somebody-else', 'moreau');
    const { credentials } = OTHER_TOKEN;

    expect(codeOf(await call('update-account', { params: { account: uuid }, json: { credentials } }))).toBe(
      '422 credentials_refused',
    );
  });
});

describe('update-account, another bot in a chat', () => {
  const TELEGRAM = {
    provider: 'telegram',
    credentials: { bot_token: '110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw', chat_id: '@ada_news' },
  };

  it('takes over the account, and the first bot can be connected again', async (fixture) => {
    const { call, connect } = fixture;
    signIn(fixture, '1/-100', '@ada_news');
    const { uuid } = await connect(TELEGRAM);
    signIn(fixture, '2/-100', '@ada_news');
    const { credentials } = TELEGRAM;
    const edited = await call('update-account', { params: { account: uuid }, json: { credentials } });

    expect(edited.status).toBe(200);
    expect(codeOf(await call('connect-account', { json: TELEGRAM }))).toBe('409 account_exists');
    signIn(fixture, '1/-100', '@ada_news');
    expect((await call('connect-account', { json: TELEGRAM })).status).toBe(201);
    expect(codeOf(await call('update-account', { params: { account: uuid }, json: { credentials } }))).toBe(
      '409 account_exists',
    );
  });
});
