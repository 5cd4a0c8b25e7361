import { describe, expect } from 'vitest';
import { secondsAfterNow, NOW } from '#test/support/builders/platform/command-builders.ts';
import { codeOf } from '#test/support/fixtures/platform/http-event.ts';
import { it } from '#test/support/fixtures/publishing/connect-api.ts';

const CALLBACK = 'https://api.example.com/oauth/callback/linkedin';
const SECRET = 'secret-2718281828459045';

describe('the app of a workspace', () => {
  it('is stored with an encrypted secret, which no response contains', async ({ api, about }) => {
    const json = { client_id: 'another-app', client_secret: SECRET };
    const answer = await about('set-oauth-app', { json });

    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      data: {
        provider: 'linkedin',
        client_id: 'another-app',
        callback_url: 'https://api.example.com/oauth/callback/linkedin',
        created_at: NOW.toISOString(),
        updated_at: NOW.toISOString(),
      },
    });
    expect((await about('get-oauth-app')).body).toEqual(answer.body);
    const stored = JSON.stringify([...api.core.oauthApps.values(), api.log.lines]);
    expect([stored.includes('another-app'), stored.includes(SECRET)]).toEqual([true, false]);
  });

  const callbackOf = async (body: { data: { authorization_url: string } }) =>
    new URL(body.data.authorization_url).searchParams.get('redirect_uri');

  it('has the callback of the first host of the API, whatever host the request names', async ({ about }) => {
    const json = { client_id: 'another-app', client_secret: SECRET };
    const host = 'x1.execute-api.example.com';

    expect((await about('set-oauth-app', { json, host })).body.data.callback_url).toBe(CALLBACK);
    expect((await about('get-oauth-app', { host })).body.data.callback_url).toBe(CALLBACK);
    expect(await callbackOf((await about('start-connection', { host })).body)).toBe(CALLBACK);
  });

  it.each([
    [null, 'https://x1.execute-api.example.com'],
    ['https://x1.execute-api.example.com', 'https://x1.execute-api.example.com'],
    ['https://api.example.com', 'https://api.example.com'],
    ['https://former.example.com', 'https://api.example.com'],
  ])(
    'that was stored with the origin %s keeps the callback of %s',
    async (origin, expected, { api, about }) => {
      for (const [place, app] of api.core.oauthApps) api.core.oauthApps.set(place, { ...app, origin });
      const host = 'x1.execute-api.example.com';

      expect(await callbackOf((await about('start-connection', { host })).body)).toBe(
        `${expected}/oauth/callback/linkedin`,
      );
    },
  );

  it('keeps its callback when only the secret changes', async ({ api, about }) => {
    for (const [place, app] of api.core.oauthApps) api.core.oauthApps.set(place, { ...app, origin: null });
    const [{ clientId } = { clientId: '' }] = [...api.core.oauthApps.values()];
    await about('set-oauth-app', { json: { client_id: clientId, client_secret: SECRET } });

    expect([...api.core.oauthApps.values()].map(({ origin }) => origin)).toContain(null);
  });

  it('keeps the time of its creation when it is replaced', async ({ api, about }) => {
    api.clock.advance(60);
    const json = { client_id: 'another-app', client_secret: SECRET };

    expect((await about('set-oauth-app', { json })).body.data).toMatchObject({
      created_at: NOW.toISOString(),
      updated_at: secondsAfterNow(60).toISOString(),
    });
  });

  it('is deleted, once', async ({ about }) => {
    expect((await about('delete-oauth-app')).status).toBe(204);
    expect(codeOf(await about('delete-oauth-app'))).toBe('404 oauth_app_not_found');
    expect(codeOf(await about('get-oauth-app'))).toBe('404 oauth_app_not_found');
  });

  it('belongs to its workspace', async ({ about, other }) => {
    await about('delete-oauth-app');

    expect((await about('get-oauth-app', other)).status).toBe(200);
  });

  it.each([
    [{ client_id: 'a' }, 'required'],
    [{ client_id: 'a', client_secret: '' }, 'too_short'],
    [{ client_id: 'a b', client_secret: SECRET }, 'invalid_characters'],
    [{ client_id: 'a', client_secret: 'x'.repeat(513) }, 'too_long'],
    [{ client_id: 'a', client_secret: SECRET, scopes: [] }, 'unknown_field'],
    [{ client_id: 'a', client_secret: SECRET, provider: 'linkedin' }, 'field_not_updatable'],
  ])('rejects %j', async (json, code, { about }) => {
    expect(codeOf(await about('set-oauth-app', { json }))).toBe(`422 ${code}`);
  });
});
