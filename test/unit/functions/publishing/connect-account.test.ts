import { describe, expect } from 'vitest';
import { readCredentials } from '#shared/publishing/domain/account-credentials.ts';
import { NOW } from '#test/support/builders/platform/command-builders.ts';
import { codeOf } from '#test/support/fixtures/platform/http-event.ts';
import {
  it,
  A_MASTODON,
  startAccountApi,
  TOKEN,
  emitted,
} from '#test/support/fixtures/publishing/account-api.ts';

const SANDBOX = { provider: 'sandbox', credentials: {} };
const A_BLUESKY = {
  provider: 'bluesky',
  credentials: { identifier: 'moreau.example.com', app_password: 'abcd-efgh-ijkl-mnop' },
};

const A_WORDPRESS = {
  provider: 'wordpress',
  credentials: {
    site_url: ' HTTPS://Hooks.Example.com/blog// ',
    username: 'ada',
    application_password: 'abcd EFGH ijkl MNOP',
  },
};
const A_DEVTO = { provider: 'devto', credentials: { api_key: 'key-31415926' } };

describe('connect-account, happy', () => {
  it('returns 201 with the account and its location', async ({ api, call }) => {
    const { status, headers, body } = await call('connect-account', {
      json: { ...A_MASTODON, name: ' Moreau Lights ' },
    });

    expect(status).toBe(201);
    expect(body).toEqual({
      data: {
        id: 1,
        uuid: expect.stringMatching(/^[0-9a-f-]{36}$/u),
        name: 'Moreau Lights',
        username: 'moreau',
        provider: 'mastodon',
        image: 'https://img.example.com/moreau.png',
        status: 'connected',
        expires_at: null,
        created_at: NOW.toISOString(),
        updated_at: NOW.toISOString(),
      },
    });
    expect(headers['Location']).toBe(
      `https://api.example.com/os/api/${api.workspaceId}/accounts/${body.data.uuid}`,
    );
  });

  it('uses the name of the account on its network, or the handle if it has no name', async () => {
    const { api, connect } = await startAccountApi();
    const named = await connect();
    api.networks.respondWith({
      kind: 'verified',
      profile: { identity: 'moreau', username: 'moreau', name: null, image: null },
    });
    const unnamed = await connect();

    expect([named.name, unnamed.name]).toEqual(['Moreau on the network', 'moreau']);
    expect(unnamed.image).toBeNull();
  });

  it('numbers the accounts of each workspace from 1', async ({ connect, foreignKey, otherWorkspaceId }) => {
    const own = [await connect(), await connect()];
    const foreign = await connect(SANDBOX, { key: foreignKey, params: { workspace: otherWorkspaceId } });

    expect([...own, foreign].map(({ id }) => id)).toEqual([1, 2, 1]);
  });

  it.each([
    [A_MASTODON, { provider: 'mastodon', instanceUrl: 'https://hooks.example.com', accessToken: TOKEN }],
    [
      {
        ...A_MASTODON,
        credentials: { instance_url: ' HTTPS://Hooks.Example.com:443/ ', access_token: ` ${TOKEN}\n` },
      },
      { provider: 'mastodon', instanceUrl: 'https://hooks.example.com', accessToken: TOKEN },
    ],
    [
      A_BLUESKY,
      {
        provider: 'bluesky',
        identifier: 'moreau.example.com',
        appPassword: 'abcd-efgh-ijkl-mnop',
        service: 'https://bsky.social',
      },
    ],
    [
      { ...A_BLUESKY, credentials: { ...A_BLUESKY.credentials, service: 'https://other.example.com/' } },
      {
        provider: 'bluesky',
        identifier: 'moreau.example.com',
        appPassword: 'abcd-efgh-ijkl-mnop',
        service: 'https://other.example.com',
      },
    ],
    [SANDBOX, { provider: 'sandbox' }],
    [
      A_WORDPRESS,
      {
        provider: 'wordpress',
        siteUrl: 'https://hooks.example.com/blog',
        username: 'ada',
        applicationPassword: 'abcd EFGH ijkl MNOP',
      },
    ],
    [A_DEVTO, { provider: 'devto', apiKey: 'key-31415926', service: 'https://dev.to' }],
    [
      { ...A_DEVTO, credentials: { ...A_DEVTO.credentials, service: 'https://other.example.com/' } },
      { provider: 'devto', apiKey: 'key-31415926', service: 'https://other.example.com' },
    ],
  ])('verifies the credentials with the network and encrypts them: %o', async (json, credentials) => {
    const { api, call } = await startAccountApi();
    const { body } = await call('connect-account', { json });
    const [stored] = await api.accounts.findAll(api.workspaceId, [1]);
    const seal = { purpose: 'account', workspace: api.workspaceId, subject: body.data.uuid } as const;

    expect(api.networks.asked).toEqual([credentials]);
    expect(readCredentials(await api.secrets.open(stored?.sealedCredentials ?? '', seal))).toEqual(
      credentials,
    );
  });

  it('encrypts credentials for this account only', async ({ api, connect }) => {
    const account = await connect(A_MASTODON);
    const [stored] = await api.accounts.findAll(api.workspaceId, [account.id]);
    const open = (context: Partial<Parameters<typeof api.secrets.open>[1]>) =>
      api.secrets.open(stored?.sealedCredentials ?? '', {
        purpose: 'account',
        workspace: api.workspaceId,
        subject: account.uuid,
        ...context,
      });

    await expect(open({ purpose: 'signing' })).rejects.toThrow();
    await expect(open({ workspace: 'another' })).rejects.toThrow();
    await expect(open({ subject: 'another' })).rejects.toThrow();
    await expect(open({})).resolves.toContain(TOKEN);
  });

  it('records the event with the account, for the subscribed endpoints', async () => {
    const { api, call, connect, events } = await startAccountApi();
    const endpoint = (
      await api.call('create-endpoint', {
        json: {
          name: 'Accounts',
          url: 'https://hooks.example.com/accounts',
          subscriptions: [{ event: 'publishing.account.added' }],
        },
      })
    ).body.data.id;
    await api.call('update-endpoint', { params: { endpoint }, json: { enabled: true } });
    const { uuid } = await connect({ ...A_MASTODON, name: 'Moreau Lights' });
    await call('connect-account', { json: { ...SANDBOX, name: '' } });

    expect(events().map(emitted)).toEqual([
      {
        event: 'publishing.account.added',
        data: { id: uuid, name: 'Moreau Lights', provider: 'mastodon', status: 'connected' },
      },
    ]);
    expect(events()[0]).toMatchObject({
      workspaceId: api.workspaceId,
      product: 'publishing',
      channel: null,
      matches: [{ endpointId: endpoint }],
    });
  });

  it('returns the same response to a repeated request, and verifies and connects once', async () => {
    const { api, call, events } = await startAccountApi();
    const request = { json: A_MASTODON, headers: { 'idempotency-key': 'k' } };
    const first = await call('connect-account', request);
    const second = await call('connect-account', request);

    expect(second.text).toBe(first.text);
    expect(second.headers['Idempotent-Replayed']).toBe('true');
    expect(api.core.accounts.size).toBe(1);
    expect(api.networks.asked).toHaveLength(1);
    expect(events()).toHaveLength(1);
  });
});

describe('connect-account, error', () => {
  const mastodon = (credentials: object) => ({
    ...A_MASTODON,
    credentials: { ...A_MASTODON.credentials, ...credentials },
  });
  const wordpress = (credentials: object) => ({
    ...A_WORDPRESS,
    credentials: { ...A_WORDPRESS.credentials, ...credentials },
  });
  const devto = (credentials: object) => ({
    ...A_DEVTO,
    credentials: { ...A_DEVTO.credentials, ...credentials },
  });
  const bluesky = (credentials: object) => ({
    ...A_BLUESKY,
    credentials: { ...A_BLUESKY.credentials, ...credentials },
  });

  it.each([
    [{ credentials: {} }, 'required', '#/provider'],
    [{ provider: 1, credentials: {} }, 'invalid_type', '#/provider'],
    [{ provider: 'x', credentials: {} }, 'invalid_format', '#/provider'],
    [{ provider: 'sandbox' }, 'required', '#/credentials'],
    [{ provider: 'sandbox', credentials: [] }, 'invalid_type', '#/credentials'],
    [{ provider: 'sandbox', credentials: { token: 'x' } }, 'unknown_field', '#/credentials/token'],
    [{ ...SANDBOX, name: ' ' }, 'too_short', '#/name'],
    [{ ...SANDBOX, name: 'x'.repeat(256) }, 'too_long', '#/name'],
    [{ ...SANDBOX, name: 'a\nb' }, 'invalid_characters', '#/name'],
    [{ ...SANDBOX, name: null }, 'invalid_type', '#/name'],
    [{ ...SANDBOX, status: 'disabled' }, 'field_not_updatable', '#/status'],
    [{ ...SANDBOX, username: 'x' }, 'field_not_updatable', '#/username'],
    [{ ...SANDBOX, id: 7 }, 'field_not_updatable', '#/id'],
    [{ ...SANDBOX, nonsense: 1 }, 'unknown_field', '#/nonsense'],
    [
      { provider: 'mastodon', credentials: { instance_url: 'https://x.example.com' } },
      'required',
      '#/credentials/access_token',
    ],
    [mastodon({ access_token: ' ' }), 'too_short', '#/credentials/access_token'],
    [mastodon({ access_token: 'x'.repeat(1025) }), 'too_long', '#/credentials/access_token'],
    [mastodon({ access_token: 'a b' }), 'invalid_characters', '#/credentials/access_token'],
    [mastodon({ access_token: 'a\r\nhost: x' }), 'invalid_characters', '#/credentials/access_token'],
    [mastodon({ access_token: 'ü' }), 'invalid_characters', '#/credentials/access_token'],
    [mastodon({ instance_url: 'hooks.example.com' }), 'invalid_url', '#/credentials/instance_url'],
    [
      mastodon({ instance_url: 'https://hooks.example.com/web' }),
      'invalid_url',
      '#/credentials/instance_url',
    ],
    [
      mastodon({ instance_url: 'https://hooks.example.com?a=b' }),
      'invalid_url',
      '#/credentials/instance_url',
    ],
    [mastodon({ instance_url: 'https://hooks.example.com#a' }), 'invalid_url', '#/credentials/instance_url'],
    [
      mastodon({ instance_url: 'https://me:pw@hooks.example.com' }),
      'invalid_url',
      '#/credentials/instance_url',
    ],
    [mastodon({ instance_url: 'https:\\\\hooks.example.com' }), 'invalid_url', '#/credentials/instance_url'],
    [mastodon({ instance_url: 'https://hooks.exa\tmple.com' }), 'invalid_url', '#/credentials/instance_url'],
    [
      mastodon({ instance_url: 'https://hooks.example.com:99999' }),
      'invalid_url',
      '#/credentials/instance_url',
    ],
    [mastodon({ instance_url: 'https://hooks.example.com:22' }), 'invalid_url', '#/credentials/instance_url'],
    [mastodon({ instance_url: 'http://hooks.example.com' }), 'url_not_https', '#/credentials/instance_url'],
    [mastodon({ instance_url: 'ftp://hooks.example.com' }), 'url_not_https', '#/credentials/instance_url'],
    [mastodon({ instance_url: 'https://localhost' }), 'url_not_public', '#/credentials/instance_url'],
    [mastodon({ instance_url: 'https://0x7f.1' }), 'url_not_public', '#/credentials/instance_url'],
    [mastodon({ instance_url: 'https://[::1]' }), 'url_not_public', '#/credentials/instance_url'],
    [mastodon({ instance_url: 'https://169.254.169.254' }), 'url_not_public', '#/credentials/instance_url'],
    [
      mastodon({ instance_url: 'https://inside.example.com' }),
      'url_not_public',
      '#/credentials/instance_url',
    ],
    [mastodon({ instance_url: 'https://api.example.com' }), 'url_not_public', '#/credentials/instance_url'],
    [wordpress({ site_url: 'https://inside.example.com/blog' }), 'url_not_public', '#/credentials/site_url'],
    [wordpress({ site_url: 'http://hooks.example.com/blog' }), 'url_not_https', '#/credentials/site_url'],
    [wordpress({ site_url: 'https://hooks.example.com?p=1' }), 'invalid_url', '#/credentials/site_url'],
    [wordpress({ site_url: 'https://me:pw@hooks.example.com' }), 'invalid_url', '#/credentials/site_url'],
    [
      wordpress({ site_url: `https://hooks.example.com/${'\u{1f642}'.repeat(90)}` }),
      'too_long',
      '#/credentials/site_url',
    ],
    [wordpress({ username: 'a:b' }), 'invalid_characters', '#/credentials/username'],
    [wordpress({ username: '' }), 'too_short', '#/credentials/username'],
    [wordpress({ application_password: '' }), 'too_short', '#/credentials/application_password'],
    [devto({ api_key: 'a b' }), 'invalid_characters', '#/credentials/api_key'],
    [devto({ service: 'https://dev.to/api' }), 'invalid_url', '#/credentials/service'],
    [bluesky({ service: 'https://inside.example.com' }), 'url_not_public', '#/credentials/service'],
    [bluesky({ service: 'http://bsky.social' }), 'url_not_https', '#/credentials/service'],
    [bluesky({ service: null }), 'invalid_type', '#/credentials/service'],
    [bluesky({ identifier: '' }), 'too_short', '#/credentials/identifier'],
    [bluesky({ identifier: 'x'.repeat(254) }), 'too_long', '#/credentials/identifier'],
    [bluesky({ app_password: '' }), 'too_short', '#/credentials/app_password'],
    [bluesky({ app_password: 'x'.repeat(257) }), 'too_long', '#/credentials/app_password'],
    [bluesky({ app_password: 'a\nb' }), 'invalid_characters', '#/credentials/app_password'],
    [bluesky({ password: 'x' }), 'unknown_field', '#/credentials/password'],
  ])('rejects %j as %s and calls no network', async (json, code, pointer, { api, call, events }) => {
    const { status, body } = await call('connect-account', { json });

    expect({ status, code: body.code }).toEqual({ status: 422, code });
    expect(body.errors).toEqual([expect.objectContaining({ code, pointer })]);
    expect(api.networks.asked).toEqual([]);
    expect(api.core.accounts.size).toBe(0);
    expect(events()).toEqual([]);
  });

  it('encrypts credentials of the maximum length', async ({ call }) => {
    const long = bluesky({ identifier: '\u{1f642}'.repeat(253), app_password: '\u{1f642}'.repeat(256) });

    const site = wordpress({
      site_url: `https://hooks.example.com/${'x'.repeat(998)}`,
      username: '\u{1f642}'.repeat(100),
      application_password: '\u{1f642}'.repeat(256),
    });

    expect((await call('connect-account', { json: long })).status).toBe(201);
    expect((await call('connect-account', { json: site })).status).toBe(201);
    expect(
      (await call('connect-account', { json: mastodon({ access_token: '"'.repeat(1024) }) })).status,
    ).toBe(201);
  });

  it('returns the reason that the network gives for a rejection', async ({ api, call, events }) => {
    api.networks.respondWith({ kind: 'rejected', detail: 'The access token was revoked.' });
    const response = await call('connect-account', { json: A_MASTODON });

    expect(codeOf(response)).toBe('422 credentials_refused');
    expect(response.body.errors).toEqual([
      { pointer: '#/credentials', code: 'credentials_refused', detail: 'The access token was revoked.' },
    ]);
    expect(api.core.accounts.size).toBe(0);
    expect(events()).toEqual([]);
  });

  it.each([
    [A_MASTODON, '#/credentials/instance_url'],
    [bluesky({ service: 'https://other.example.com' }), '#/credentials/service'],
    [wordpress({}), '#/credentials/site_url'],
    [devto({ service: 'https://other.example.com' }), '#/credentials/service'],
  ])('treats an unresponsive server as a wrong address: %j', async (json, pointer, { api, call }) => {
    const detail = 'The host name does not resolve to any address; check the URL and its DNS records.';
    api.networks.respondWith({ kind: 'unreachable', detail });
    const response = await call('connect-account', { json });

    expect(codeOf(response)).toBe('422 invalid_url');
    expect(response.body.errors).toEqual([
      { pointer, code: 'invalid_url', detail: `${detail} Check the address of the server.` },
    ]);
    expect(api.core.accounts.size).toBe(0);
    // An error that operators need not investigate.
    expect(api.log.lines.map(({ code }) => code)).not.toContain('REQUEST_FAILED');
  });

  it('returns a retryable error when a server is unresponsive that the caller did not choose', async () => {
    const { api, call } = await startAccountApi();
    api.networks.respondWith({ kind: 'unreachable', detail: 'No complete response within 3 seconds.' });
    const response = await call('connect-account', { json: A_BLUESKY });

    expect(codeOf(response)).toBe('503 temporarily_unavailable');
    expect(response.headers['Retry-After']).toBe('5');
    expect(response.body.detail).toContain('No complete response');
    expect(api.core.accounts.size).toBe(0);
  });

  it('returns a retryable error when the key service is unresponsive, and connects nothing', async () => {
    const { api, call, events } = await startAccountApi();
    api.secrets.breakDown();

    expect(codeOf(await call('connect-account', { json: A_MASTODON }))).toBe('503 temporarily_unavailable');
    expect(api.core.accounts.size).toBe(0);
    expect(events()).toEqual([]);
  });

  it('does not idempotencyRecord an error: the same key connects once the network accepts the credentials', async () => {
    const { api, call } = await startAccountApi();
    const request = { json: A_MASTODON, headers: { 'idempotency-key': 'k' } };
    api.networks.respondWith({ kind: 'rejected', detail: 'No.' });
    await call('connect-account', request);
    api.networks.respondWith({
      kind: 'verified',
      profile: { identity: 'moreau', username: 'moreau', name: null, image: null },
    });

    expect((await call('connect-account', request)).status).toBe(201);
  });
});

describe('connect-account, security', () => {
  it('never returns, logs or stores a credential in plain text', async ({ api, call, connect }) => {
    const responses: unknown[] = [
      await call('connect-account', { json: A_MASTODON, headers: { 'idempotency-key': 'k' } }),
    ];
    for (const kind of ['rejected', 'unreachable'] as const) {
      api.networks.respondWith({ kind, detail: `The network said: Bearer ${TOKEN} is not known` });
      responses.push(await call('connect-account', { json: A_MASTODON }));
    }
    const { app_password } = A_BLUESKY.credentials;
    api.networks.respondWith({ kind: 'unreachable', detail: `The network said: ${app_password}` });
    responses.push(await call('connect-account', { json: A_BLUESKY }));
    responses.push(await connect({ ...A_MASTODON, credentials: { ...A_MASTODON.credentials, [TOKEN]: 1 } }));
    const password = 'pw-2718281828459045';
    responses.push(
      await call('connect-account', {
        json: { ...A_BLUESKY, credentials: { identifier: 'x', app_password: `${password}\n` } },
      }),
    );
    const everything = JSON.stringify([
      responses,
      api.log.lines,
      ...Object.values(api.core).map((map) => [...map.entries()]),
    ]);

    expect(everything).toContain('moreau');
    expect(everything).toContain('REQUEST_FAILED');
    expect(everything).not.toContain(password);
    expect(everything).not.toContain(app_password);
    // A field name is repeated at its position, whatever it is.
    expect(everything.replaceAll(`#/credentials/${TOKEN}`, '')).not.toContain(TOKEN);
  });
});
