import { describe, expect } from 'vitest';
import { WORKSPACE_QUOTAS } from '#shared/platform/core/workspace-quotas.ts';
import { readCredentials } from '#shared/publishing/domain/account-credentials.ts';
import { NOW, secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { codeOf } from '#test/support/fixtures/platform/http-event.ts';
import { emitted } from '#test/support/fixtures/publishing/account-api.ts';
import { it } from '#test/support/fixtures/publishing/connect-api.ts';

const YEAR = 365 * 86_400;

describe('a connection by OAuth', () => {
  it('starts at the authorisation page of the network, with PKCE and a state that ends after ten minutes', async (connections) => {
    const { status, body } = await connections.about('start-connection');
    const { authorization_url, state, expires_at } = body.data;
    const { origin, pathname, searchParams } = new URL(authorization_url);

    expect(status).toBe(200);
    expect(expires_at).toBe(secondsAfterNow(600).toISOString());
    expect(`${origin}${pathname}`).toBe('https://network.example.com/oauth/v2/authorization');
    expect(Object.fromEntries(searchParams)).toEqual({
      response_type: 'code',
      client_id: 'linkedin-app-1',
      redirect_uri: 'https://api.example.com/oauth/callback/linkedin',
      scope: 'openid profile w_member_social',
      state,
      code_challenge: expect.stringMatching(/^[\w-]{43}$/u),
      code_challenge_method: 'S256',
    });
  });

  it('connects nothing when the quota of accounts is used up', async (connections) => {
    const fragment = await connections.authorised();
    connections.api.core.quotas.set(
      `${connections.api.workspaceId}/accounts`,
      WORKSPACE_QUOTAS.accounts.limit,
    );

    expect(codeOf(await connections.complete(fragment))).toBe('409 quota_exceeded');
    expect(connections.accounts()).toEqual([]);
  });

  it('has another verifier each time', async (connections) => {
    const challenge = async () =>
      new URL((await connections.about('start-connection')).body.data.authorization_url).searchParams.get(
        'code_challenge',
      );

    expect(await challenge()).not.toBe(await challenge());
  });

  it('returns to the console with a code for the fragment only, and stores nothing', async (connections) => {
    const { authorization_url, state } = (await connections.about('start-connection')).body.data;
    const query = connections.authorise(authorization_url);
    const before = JSON.stringify([
      ...connections.api.core.accounts,
      ...connections.api.core.connectClaims,
      ...connections.api.core.audit,
    ]);

    const { target, fragment } = await connections.comeBack(query);

    expect(target).toBe('303 https://api.example.com/console/connect');
    expect(fragment).toEqual({ provider: 'linkedin', state, code: expect.stringMatching(/^[\w-]+$/u) });
    expect(fragment['code']).not.toContain(query.get('code'));
    expect(
      JSON.stringify([
        ...connections.api.core.accounts,
        ...connections.api.core.connectClaims,
        ...connections.api.core.audit,
      ]),
    ).toBe(before);
    const { headers } = await connections.about('return-authorization', {
      key: null,
      query: Object.fromEntries(query),
    });
    expect(headers).toMatchObject({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' });
  });

  it.each([
    ['x1.execute-api.example.com', 'pages.example.com', 'https://x1.execute-api.example.com'],
    ['x1.execute-api.example.com', 'links.customer.example', 'https://x1.execute-api.example.com'],
    ['api.example.com', 'x1.execute-api.example.com', 'https://api.example.com'],
  ])(
    'started at %s whose callback is at %s returns to the console at %s',
    async (host, callbackHost, origin, connections) => {
      const { authorization_url } = (await connections.about('start-connection', { host })).body.data;
      const query = Object.fromEntries(connections.authorise(authorization_url));
      const { headers } = await connections.about('return-authorization', {
        key: null,
        query,
        host: callbackHost,
      });

      expect(String(headers['Location'])).toMatch(new RegExp(`^${origin}/console/connect#`, 'u'));
    },
  );

  it.each(['pages.example.com', 'links.customer.example'])(
    'with a forged state at %s returns to the console of the API',
    async (host, connections) => {
      const { headers } = await connections.about('return-authorization', {
        key: null,
        query: { state: 'x' },
        host,
      });

      expect(String(headers['Location'])).toMatch(/^https:\/\/api\.example\.com\/console\/connect#/u);
    },
  );

  it('returns to an address that the stage allows', async (connections) => {
    const redirect = 'https://portal.example.com/accounts?tab=1';
    const { authorization_url } = (await connections.about('start-connection', { json: { redirect } })).body
      .data;

    expect((await connections.comeBack(connections.authorise(authorization_url))).target).toBe(
      `303 ${redirect}`,
    );
  });

  it.each(['HTTPS://Portal.Example.com:443/@ada', 'https://portal.example.com'])(
    'returns to %s, whose origin is allowed',
    async (redirect, connections) => {
      const { authorization_url } = (await connections.about('start-connection', { json: { redirect } })).body
        .data;

      expect((await connections.comeBack(connections.authorise(authorization_url))).target).toBe(
        `303 ${redirect}`,
      );
    },
  );

  it.each([
    'https://evil.example.com/accounts',
    'https://portal.example.com.evil.example.com',
    'http://portal.example.com',
    'https://portal.example.com@evil.example.com',
    'https://ada@portal.example.com',
    'https://portal.example.com/#a',
    'https:portal.example.com/accounts',
    'https:/portal.example.com/accounts',
    String.raw`https://portal.example.com\@evil.example.com`,
    'blob:https://portal.example.com/accounts',
    '//portal.example.com/accounts',
    'https://portal.example.com./accounts',
    'https://portal.example.com:8443/accounts',
    'javascript:alert(1)',
    'portal.example.com',
  ])('does not start if it should return to %s', async (redirect, connections) => {
    expect(codeOf(await connections.about('start-connection', { json: { redirect } }))).toBe(
      '422 redirect_not_allowed',
    );
  });

  it('connects the account with encrypted tokens and its event', async (connections) => {
    const { status, headers, body } = await connections.complete(await connections.authorised());

    expect(status).toBe(201);
    expect(body.data).toEqual({
      id: 1,
      uuid: expect.any(String),
      name: 'Ada L.',
      username: '782bbtaQ',
      provider: 'linkedin',
      image: null,
      status: 'connected',
      expires_at: secondsAfterNow(YEAR).toISOString(),
      created_at: NOW.toISOString(),
      updated_at: NOW.toISOString(),
    });
    const { uuid } = body.data;
    expect(headers['Location']).toBe(
      `https://api.example.com/os/api/${connections.api.workspaceId}/accounts/${uuid}`,
    );
    expect(connections.events().map(emitted)).toEqual([
      {
        event: 'publishing.account.added',
        data: { id: uuid, name: 'Ada L.', provider: 'linkedin', status: 'connected' },
      },
    ]);
    const [account] = connections.accounts();
    const context = { purpose: 'account', workspace: connections.api.workspaceId, subject: uuid } as const;
    const opened = readCredentials(
      await connections.api.secrets.open(account?.sealedCredentials ?? '', context),
    );
    expect(opened).toMatchObject({ provider: 'linkedin', memberId: '782bbtaQ' });
    expect(account?.tokens).toMatchObject({
      expiresAt: secondsAfterNow(60 * 86_400),
      due: { at: secondsAfterNow(53 * 86_400), seq: 1 },
    });
    const seen = JSON.stringify([body, headers, connections.api.log.lines, [...connections.events()]]);
    for (const secret of connections.network.issuer.secrets()) expect(seen).not.toContain(secret);
  });

  it('tells when to connect again if the network gives no refresh token', async (connections) => {
    connections.network.issuer.mood.givesRefreshTokens = false;
    const { body } = await connections.complete(await connections.authorised());

    expect(body.data.expires_at).toBe(secondsAfterNow(60 * 86_400).toISOString());
    expect(connections.accounts()[0]?.tokens?.due?.at).toEqual(secondsAfterNow(60 * 86_400));
  });

  it('reconnects an account of the same owner with its event, and keeps its name', async (connections) => {
    const { uuid } = (await connections.complete(await connections.authorised())).body.data;
    await connections.call('update-account', {
      params: { account: uuid },
      json: { name: 'Ada', status: 'disabled' },
    });
    const sealed = connections.accounts()[0]?.sealedCredentials;

    const { status, body } = await connections.complete(
      await connections.authorised({ json: { account: uuid } }),
    );

    expect(status).toBe(200);
    expect(body.data).toMatchObject({ id: 1, uuid, name: 'Ada', status: 'connected' });
    expect(connections.accounts()).toHaveLength(1);
    expect(connections.accounts()[0]?.sealedCredentials).not.toBe(sealed);
    expect(connections.accounts()[0]?.tokens?.due?.seq).toBe(2);
    expect(connections.events().map(emitted).at(-1)).toMatchObject({
      event: 'publishing.account.updated',
      data: { id: uuid, status: 'connected' },
    });
  });

  it('renews the account that the workspace has, also for two requests at the same time', async (connections) => {
    const fragments = [];
    for (let count = 0; count < 3; count += 1) fragments.push(await connections.authorised());
    const responses = await Promise.all(fragments.map((fragment) => connections.complete(fragment)));

    expect(responses.map(({ status }) => String(status)).toSorted()).toEqual(['200', '200', '201']);
    expect(new Set(responses.map(({ body }) => body.data.uuid)).size).toBe(1);
    expect(connections.accounts()).toHaveLength(1);
    const events = connections.events().map(({ event }) => event);
    expect(events.toSorted()).toEqual([
      'publishing.account.added',
      'publishing.account.updated',
      'publishing.account.updated',
    ]);
  });

  it('renews an account that an earlier version connected', async (connections) => {
    await connections.complete(await connections.authorised());
    const [account] = connections.accounts();
    if (!account) throw new Error('The account is connected');
    const place = `${account.workspaceId}/${account.id}`;
    connections.api.core.accounts.set(place, { ...account, identity: null });
    connections.api.core.accountClaims.clear();
    const { status, body } = await connections.complete(await connections.authorised());

    expect([status, body.data.uuid]).toEqual([200, account.uuid]);
    expect(connections.accounts()).toMatchObject([{ identity: '782bbtaQ' }]);
  });

  it('reconnects an account that is edited while the code is exchanged', async (connections) => {
    const { uuid } = (await connections.complete(await connections.authorised())).body.data;
    const fragment = await connections.authorised({ json: { account: uuid } });
    const edit = (name: string) =>
      connections.call('update-account', { params: { account: uuid }, json: { name } });

    const [{ status, body }, ...edits] = await Promise.all([
      connections.complete(fragment),
      edit('Ada 1'),
      edit('Ada 2'),
    ]);

    expect([status, ...edits.map((edited) => edited.status)]).toEqual([200, 200, 200]);
    expect(body.data).toMatchObject({ name: expect.stringMatching(/^Ada [12]$/u), status: 'connected' });
  });

  it('does not reconnect an account with the authorisation of somebody else', async (connections) => {
    const { uuid } = (await connections.complete(await connections.authorised())).body.data;
    const before = connections.accounts();
    connections.signIn('782bbtaq', 'Eve');

    const answer = await connections.complete(await connections.authorised({ json: { account: uuid } }));

    expect(codeOf(answer)).toBe('422 credentials_refused');
    expect(connections.accounts()).toEqual(before);
  });

  it('does not start for an account of another network or another workspace', async (connections) => {
    const sandbox = (
      await connections.call('connect-account', { json: { provider: 'sandbox', credentials: {} } })
    ).body.data;
    const foreign = (
      await connections.complete(await connections.authorised(connections.other), connections.other)
    ).body.data;

    for (const account of [sandbox.uuid, foreign.uuid])
      expect(codeOf(await connections.about('start-connection', { json: { account } }))).toBe(
        '422 account_not_found',
      );
  });

  it('does not reconnect an account that was disconnected in the meantime', async (connections) => {
    const { uuid } = (await connections.complete(await connections.authorised())).body.data;
    const fragment = await connections.authorised({ json: { account: uuid } });
    await connections.call('disconnect-account', { params: { account: uuid } });

    expect(codeOf(await connections.complete(fragment))).toBe('422 account_not_found');
    expect(connections.accounts()).toEqual([]);
  });

  it('ends if the app was replaced in the meantime, and the error says what to do', async (connections) => {
    const fragment = await connections.authorised();
    await connections.about('set-oauth-app', {
      json: { client_id: 'another-app', client_secret: 'another-secret' },
    });
    const answer = await connections.complete(fragment);

    expect(codeOf(answer)).toBe('409 oauth_app_missing');
    expect(answer.body.detail).toMatch(/was replaced or deleted\. Start the connection again/u);
  });

  it('needs an app of the workspace or of the stage', async (connections) => {
    const fragment = await connections.authorised();
    await connections.about('delete-oauth-app');

    expect(codeOf(await connections.about('start-connection'))).toBe('409 oauth_app_missing');
    expect(codeOf(await connections.complete(fragment))).toBe('409 oauth_app_missing');
    expect(connections.api.core.accounts.size).toBe(0);
  });

  it('cannot send credentials for a network that is connected by OAuth', async (connections) => {
    const params = { account: (await connections.complete(await connections.authorised())).body.data.uuid };
    const edited = await connections.call('update-account', {
      params,
      json: { credentials: { access_token: 'x' } },
    });
    const [stored] = connections.api.core.accounts.values();
    if (stored)
      connections.api.core.accounts.set(`${connections.api.workspaceId}/1`, {
        ...stored,
        status: 'needs_reauth',
      });
    const enabled = await connections.call('update-account', { params, json: { status: 'connected' } });
    const connected = await connections.call('connect-account', {
      json: { provider: 'linkedin', credentials: {} },
    });

    expect(codeOf(edited)).toBe('422 field_not_updatable');
    expect(edited.body.errors[0]).toMatchObject({ pointer: '#/credentials', use: 'startConnection' });
    expect(codeOf(connected)).toBe('422 invalid_format');
    expect(enabled.body.detail).toContain('Reconnect it with startConnection.');
  });

  it.each(['mastodon', 'sandbox', 'LinkedIn', 'x'])(
    'does not exist for %s',
    async (provider, connections) => {
      for (const name of ['start-connection', 'return-authorization', 'get-oauth-app'] as const)
        expect(codeOf(await connections.about(name, { params: { provider } }))).toBe(
          '404 oauth_network_not_found',
        );
    },
  );
});
