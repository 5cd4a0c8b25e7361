import { describe, expect } from 'vitest';
import { ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import { readCredentials } from '#shared/publishing/domain/account-credentials.ts';
import { aContext, secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { codeOf } from '#test/support/fixtures/platform/http-event.ts';
import { itWith } from '#test/support/fixtures/platform/it-with.ts';
import {
  A_MASTODON,
  startAccountApi,
  TOKEN,
  emitted,
} from '#test/support/fixtures/publishing/account-api.ts';

const it = itWith(startWithAccount);

const NEW_TOKEN = 'tok-2384626433832795';

/** An API with a Mastodon account, whose edits happen a minute later. */
async function startWithAccount() {
  const parts = await startAccountApi();
  const account = await parts.connect(A_MASTODON);
  parts.api.clock.advance(60);
  parts.api.networks.asked.length = 0;

  /** The account as it is stored. */
  async function stored() {
    const [found] = await parts.api.accounts.findAll(parts.api.workspaceId, [account.id]);
    if (!found) throw new Error('The account is gone');
    return found;
  }

  return {
    ...parts,
    account,
    stored,
    edit: (json: unknown, request = {}) =>
      parts.call('update-account', { params: { account: account.uuid }, json, ...request }),

    /** The write of a publisher when the network rejects the token. */
    async loseAuthorisation() {
      const before = await stored();
      const after = { ...before, status: 'needs_reauth' as const, revision: before.revision + 1 };
      await parts.api.accounts.save(before, after, null, aContext());
    },
  };
}

describe('update-account, happy', () => {
  it('renames the account and emits the event', async ({ edit, account, events, call }) => {
    const { status, body } = await edit({ name: ' Moreau & Sons ' });
    const after = { ...account, name: 'Moreau & Sons', updated_at: secondsAfterNow(60).toISOString() };

    expect(status).toBe(200);
    expect(body).toEqual({ data: after });
    expect((await call('get-account', { params: { account: account.uuid } })).body).toEqual({ data: after });
    expect(events().slice(1).map(emitted)).toEqual([
      {
        event: 'publishing.account.updated',
        data: { id: account.uuid, name: 'Moreau & Sons', provider: 'mastodon', status: 'connected' },
      },
    ]);
  });

  it('disables the account and enables it again, without calling the network', async () => {
    const { api, edit, events } = await startWithAccount();
    const disabled = await edit({ status: 'disabled' });
    const enabled = await edit({ status: 'connected' });

    expect([disabled.body.data.status, enabled.body.data.status]).toEqual(['disabled', 'connected']);
    expect(events().slice(1).map(emitted)).toMatchObject([
      { data: { status: 'disabled' } },
      { data: { status: 'connected' } },
    ]);
    expect(api.networks.asked).toEqual([]);
  });

  it.each(['needs_reauth', 'disabled', 'connected'])('reconnects an account that was %s', async (was) => {
    const { api, edit, stored, loseAuthorisation, account, events } = await startWithAccount();
    if (was === 'needs_reauth') await loseAuthorisation();
    if (was === 'disabled') await edit({ status: 'disabled' });
    const before = events().length;
    api.networks.respondWith({
      kind: 'verified',
      profile: { identity: 'moreau', username: 'Moreau', name: 'New', image: null },
    });
    const { status, body } = await edit({
      credentials: { ...A_MASTODON.credentials, access_token: NEW_TOKEN },
    });
    const seal = { purpose: 'account', workspace: api.workspaceId, subject: account.uuid } as const;
    const sealed = await api.secrets.open((await stored()).sealedCredentials, seal);

    expect(status).toBe(200);
    // The caller sets the name; the network sets the handle and the picture.
    expect(body.data).toMatchObject({
      status: 'connected',
      username: 'Moreau',
      image: null,
      name: account.name,
    });
    expect(readCredentials(sealed)).toEqual({
      provider: 'mastodon',
      instanceUrl: 'https://hooks.example.com',
      accessToken: NEW_TOKEN,
    });
    // The event fires also if only the authorisation changed (docs/specification/events.md#publishing-events).
    expect(events().slice(before).map(emitted)).toMatchObject([
      { event: 'publishing.account.updated', data: { status: 'connected' } },
    ]);
  });

  it('keeps an account disabled that gets new credentials and the status disabled', async ({ edit, api }) => {
    const { body } = await edit({ credentials: A_MASTODON.credentials, status: 'disabled', name: 'Later' });

    expect(body.data).toMatchObject({ status: 'disabled', name: 'Later' });
    expect(api.networks.asked).toHaveLength(1);
  });

  it.each([{}, { name: 'Moreau on the network' }, { status: 'connected' }])(
    'writes nothing and emits nothing when %j changes nothing',
    async (json, { edit, account, stored, events }) => {
      const { status, body } = await edit(json);

      expect(status).toBe(200);
      expect(body).toEqual({ data: account });
      expect((await stored()).revision).toBe(1);
      expect(events()).toHaveLength(1);
    },
  );

  it('retries a lost race on the current account', async ({ api, edit, stored, account }) => {
    const before = await stored();
    api.networks.mastodon.verify = async () => {
      const { revision } = await stored();
      if (revision === 1)
        await api.accounts.save(before, { ...before, name: 'Faster', revision: 2 }, null, aContext());
      return {
        kind: 'verified',
        profile: { identity: 'moreau', username: 'moreau', name: null, image: null },
      };
    };
    const { status, body } = await edit({ credentials: A_MASTODON.credentials });

    expect(status).toBe(200);
    expect(body.data).toMatchObject({ uuid: account.uuid, name: 'Faster' });
    expect((await stored()).revision).toBe(3);
    await expect(api.accounts.save(before, before, null, aContext())).rejects.toThrow(ConcurrentUpdateError);
  });
});

describe('update-account, error', () => {
  it.each([
    [{ name: ' ' }, 'too_short', '#/name'],
    [{ name: 'x'.repeat(256) }, 'too_long', '#/name'],
    [{ name: null }, 'invalid_type', '#/name'],
    [{ status: 'needs_reauth' }, 'invalid_format', '#/status'],
    [{ status: true }, 'invalid_type', '#/status'],
    [{ provider: 'bluesky' }, 'field_not_updatable', '#/provider'],
    [{ uuid: 'x' }, 'field_not_updatable', '#/uuid'],
    [{ nonsense: 1 }, 'unknown_field', '#/nonsense'],
    [{ credentials: null }, 'invalid_type', '#/credentials'],
    [{ credentials: {} }, 'required', '#/credentials/instance_url'],
    [
      { credentials: { ...A_MASTODON.credentials, identifier: 'x' } },
      'unknown_field',
      '#/credentials/identifier',
    ],
    [
      { credentials: { ...A_MASTODON.credentials, instance_url: 'https://inside.example.com' } },
      'url_not_public',
      '#/credentials/instance_url',
    ],
  ])('rejects %j as %s', async (json, code, pointer, { api, edit, stored, events }) => {
    const { status, body } = await edit(json);

    expect(status).toBe(422);
    expect(body.errors[0]).toMatchObject({ code, pointer });
    expect((await stored()).revision).toBe(1);
    expect(api.networks.asked).toEqual([]);
    expect(events()).toHaveLength(1);
  });

  it('accepts only empty credentials for the sandbox', async () => {
    const { call, connect } = await startAccountApi();
    const params = { account: (await connect()).uuid };

    expect((await call('update-account', { params, json: { credentials: {} } })).status).toBe(200);
    expect(codeOf(await call('update-account', { params, json: A_MASTODON }))).toBe(
      '422 field_not_updatable',
    );
    expect(
      codeOf(await call('update-account', { params, json: { credentials: A_MASTODON.credentials } })),
    ).toBe('422 unknown_field');
  });

  it('does not accept a status that only the network can confirm', async () => {
    const { edit, loseAuthorisation, stored } = await startWithAccount();
    await loseAuthorisation();
    const response = await edit({ status: 'connected' });

    expect(codeOf(response)).toBe('422 account_not_connected');
    expect(response.body.errors).toMatchObject([{ pointer: '#/status' }]);
    expect((await edit({ status: 'connected', credentials: A_MASTODON.credentials })).status).toBe(200);
    expect((await stored()).status).toBe('connected');
  });

  it('remembers a rejection of the network while the account is disabled', async () => {
    const { edit, loseAuthorisation, stored } = await startWithAccount();
    await loseAuthorisation();
    await edit({ status: 'disabled' });
    await edit({ name: 'Still off' });

    expect(codeOf(await edit({ status: 'connected' }))).toBe('422 account_not_connected');
    expect((await stored()).status).toBe('disabled');
    // Accepted credentials clear the rejection, even while the account stays disabled.
    await edit({ status: 'disabled', credentials: A_MASTODON.credentials });
    expect((await edit({ status: 'connected' })).body.data.status).toBe('connected');
  });

  it.each([
    ['another user', 'ada', A_MASTODON.credentials],
    [
      'a user of that name elsewhere',
      'moreau',
      { ...A_MASTODON.credentials, instance_url: 'https://other.example.com' },
    ],
  ])('rejects credentials of another account: %s', async (_, username, credentials) => {
    const { api, edit, stored, events } = await startWithAccount();
    const before = await stored();
    api.networks.respondWith({
      kind: 'verified',
      profile: { identity: `${username} elsewhere`, username, name: null, image: null },
    });
    const response = await edit({ credentials });

    expect(codeOf(response)).toBe('422 credentials_refused');
    expect(response.body.errors).toMatchObject([{ pointer: '#/credentials' }]);
    expect(await stored()).toEqual(before);
    expect(events()).toHaveLength(1);
  });

  it.each([
    ['rejected', '422 credentials_refused'],
    ['unreachable', '422 invalid_url'],
  ] as const)('keeps the stored credentials when the network is %s', async (kind, code) => {
    const { api, edit, stored, events } = await startWithAccount();
    const before = await stored();
    api.networks.respondWith({ kind, detail: `About ${NEW_TOKEN}` });
    const response = await edit({
      name: 'Renamed',
      credentials: { ...A_MASTODON.credentials, access_token: NEW_TOKEN },
    });

    expect(codeOf(response)).toBe(code);
    expect(response.text).not.toContain(NEW_TOKEN);
    expect(await stored()).toEqual(before);
    expect(events()).toHaveLength(1);
  });

  it('keeps the stored credentials when the key service is down', async ({ api, edit, stored }) => {
    api.secrets.breakDown();

    expect(codeOf(await edit({ credentials: A_MASTODON.credentials }))).toBe('503 temporarily_unavailable');
    expect((await stored()).revision).toBe(1);
  });
});

describe('update-account, security', () => {
  it('never returns or logs a credential', async ({ api, edit }) => {
    const response = await edit({ credentials: { ...A_MASTODON.credentials, access_token: NEW_TOKEN } });
    const everything = JSON.stringify([
      response,
      api.log.lines,
      [...api.core.accounts],
      [...api.core.events],
    ]);

    expect(everything).toContain('REQUEST_COMPLETED');
    expect(everything).not.toContain(NEW_TOKEN);
    expect(everything).not.toContain(TOKEN);
  });
});
