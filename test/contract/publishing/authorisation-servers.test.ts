import { generateRandomCodeVerifier } from 'oauth4webapi';
import { describe, expect, it } from 'vitest';
import type { TokenResult } from '#shared/publishing/ports/authorisation-servers.ts';
import { secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { linkedInFixture } from '#test/support/fixtures/publishing/linkedin-fixture.ts';
import { USER_AGENT } from '#test/support/fixtures/publishing/publishing-fixture.ts';

const CALLBACK = 'https://api.example.com/oauth/callback/linkedin';
const TOKEN_PATH = '/oauth/v2/accessToken';
const SHORT = { deadlineMs: 1500 };

async function open(limits: object = {}) {
  const fixture = await linkedInFixture(limits, [CALLBACK]);
  const { servers, server, app } = fixture;
  const codeVerifier = generateRandomCodeVerifier();

  /** A code that a person has just granted. */
  async function authorised(): Promise<string> {
    const url = await servers.authorisationUrl('linkedin', {
      clientId: app.clientId,
      redirectUri: CALLBACK,
      state: 'the-state',
      codeVerifier,
    });
    const { headers } = await fetch(url, { redirect: 'manual' });
    const answer = servers.readAnswer('linkedin', new URL(headers.get('location') ?? '').searchParams);
    if (answer.kind !== 'code') throw new Error(`The response of the network is ${answer.kind}`);
    return answer.code;
  }

  return {
    fixture,
    servers,
    server,
    app,
    authorised,
    exchange: (code: string, overrides: object = {}, secret = app.clientSecret) =>
      servers.exchange(
        'linkedin',
        { ...app, clientSecret: secret },
        { code, redirectUri: CALLBACK, codeVerifier, ...overrides },
      ),
    [Symbol.asyncDispose]: () => fixture[Symbol.asyncDispose](),
  };
}

/** The tokens of a result, in a form that can be renewed. */
function granted(result: TokenResult) {
  if (result.kind !== 'granted') throw new Error(result.detail);
  return { ...result.tokens, refreshToken: result.tokens.refreshToken ?? '' };
}

describe.concurrent('authorisation servers, exchanging a code', () => {
  it('returns tokens with the times of their ends', async () => {
    await using world = await open();

    expect(await world.exchange(await world.authorised())).toEqual({
      kind: 'granted',
      tokens: {
        clientId: world.app.clientId,
        accessToken: expect.stringMatching(/^access-/u),
        expiresAt: secondsAfterNow(60 * 86_400),
        refreshToken: expect.stringMatching(/^refresh-/u),
        refreshExpiresAt: secondsAfterNow(365 * 86_400),
      },
    });
  });

  it('names this platform in its requests, and not the library that makes them', async () => {
    await using world = await open();

    const first = granted(await world.exchange(await world.authorised()));
    await world.servers.renew('linkedin', world.app, first);

    const sent = world.server.requests.filter(({ url }) => url?.startsWith(TOKEN_PATH) === true);
    expect(sent.map(({ headers }) => headers['user-agent'])).toEqual([USER_AGENT, USER_AGENT]);
  });

  it.each(['firewall', 'firewall_empty', 'firewall_406'] as const)(
    'says that a firewall has rejected the request: %s',
    async (fault) => {
      await using world = await open();
      const code = await world.authorised();
      world.server.plan(TOKEN_PATH, fault);

      expect(await world.exchange(code)).toEqual({
        kind: 'unreachable',
        detail: expect.stringContaining('a firewall in front of the server'),
      });
    },
  );

  it('returns no refresh token if the server issues none', async () => {
    await using world = await open();
    world.server.issuer.mood.givesRefreshTokens = false;

    expect(await world.exchange(await world.authorised())).toMatchObject({
      tokens: { refreshToken: null, refreshExpiresAt: null },
    });
  });

  it('stores ten years for a longer life, whose date would be invalid', async () => {
    await using world = await open();
    Object.assign(world.server.issuer.mood, { accessSeconds: 1e20, refreshSeconds: 1e20 });
    const tenYears = secondsAfterNow(10 * 365 * 86_400);

    expect(await world.exchange(await world.authorised())).toMatchObject({
      kind: 'granted',
      tokens: { expiresAt: tenYears, refreshExpiresAt: tenYears },
    });
  });

  it.each([null, '31536000', -1, {}])(
    'keeps tokens whose refresh token lasts for %j',
    async (refreshSeconds) => {
      await using world = await open();
      Object.assign(world.server.issuer.mood, { refreshSeconds });

      expect(await world.exchange(await world.authorised())).toMatchObject({
        kind: 'granted',
        tokens: { refreshToken: expect.stringMatching(/^refresh-/u), refreshExpiresAt: null },
      });
    },
  );

  it.each([
    ['another verifier', { codeVerifier: generateRandomCodeVerifier() }],
    ['another callback', { redirectUri: `${CALLBACK}/other` }],
    ['another code', { code: 'code-of-somebody-else' }],
  ])('rejects %s', async (_, overrides) => {
    await using world = await open();

    expect(await world.exchange(await world.authorised(), overrides)).toMatchObject({ kind: 'rejected' });
  });

  it('rejects a second use of a code, and the wrong secret of the app', async () => {
    await using world = await open();
    const code = await world.authorised();
    const wrong = await world.exchange(await world.authorised(), {}, 'wrong-secret-27182818284');
    await world.exchange(code);

    expect(await world.exchange(code)).toMatchObject({
      kind: 'rejected',
      detail: 'The authorisation server responded with 400 (invalid_request).',
    });
    expect(wrong).toMatchObject({
      kind: 'rejected',
      detail: 'The authorisation server responded with 401 (invalid_client).',
    });
  });

  it.each([
    'error_before',
    'taken_reset',
    'taken_error',
    'taken_garbage',
    'taken_huge',
    'redirect',
    'no_content',
    'status_999',
  ] as const)('has no result after %s', async (fault) => {
    await using world = await open();
    const code = await world.authorised();
    world.server.plan(TOKEN_PATH, fault);

    expect(await world.exchange(code)).toMatchObject({ kind: 'unreachable' });
  });

  it('has no result if the server does not respond', async () => {
    await using world = await open(SHORT);
    const code = await world.authorised();
    world.server.plan(TOKEN_PATH, 'silence_before');

    expect(await world.exchange(code)).toMatchObject({ kind: 'unreachable' });
  });
});

describe.concurrent('authorisation servers, renewing tokens', () => {
  it('returns a new access token, and the same refresh token if the server does not rotate it', async () => {
    await using world = await open();
    const before = granted(await world.exchange(await world.authorised()));
    const after = granted(await world.servers.renew('linkedin', world.app, before));

    expect(after.accessToken).not.toBe(before.accessToken);
    expect(after.refreshToken).toBe(before.refreshToken);
  });

  it('keeps the refresh token if the response has none', async () => {
    await using world = await open();
    const before = granted(await world.exchange(await world.authorised()));
    world.server.issuer.mood.givesRefreshTokens = false;
    const after = granted(await world.servers.renew('linkedin', world.app, before));

    expect(after).toMatchObject({
      refreshToken: before.refreshToken,
      refreshExpiresAt: before.refreshExpiresAt,
    });
  });

  it('returns the next refresh token of a server that rotates them, which rejects the previous one', async () => {
    await using world = await open();
    const before = granted(await world.exchange(await world.authorised()));
    world.server.issuer.mood.rotates = true;
    const after = granted(await world.servers.renew('linkedin', world.app, before));

    expect(after.refreshToken).not.toBe(before.refreshToken);
    expect(await world.servers.renew('linkedin', world.app, before)).toMatchObject({ kind: 'rejected' });
  });

  it.each(['no_content', 'status_999'] as const)('has no result after %s', async (fault) => {
    await using world = await open();
    const tokens = granted(await world.exchange(await world.authorised()));
    world.server.plan(TOKEN_PATH, fault);

    expect(await world.servers.renew('linkedin', world.app, tokens)).toMatchObject({ kind: 'unreachable' });
  });

  it('keeps trying while the server rejects the app, whose owner can correct the secret', async () => {
    await using world = await open();
    const tokens = granted(await world.exchange(await world.authorised()));
    const wrong = { ...world.app, clientSecret: 'wrong-secret-27182818284' };

    expect(await world.servers.renew('linkedin', wrong, tokens)).toMatchObject({ kind: 'unreachable' });
    expect((await world.servers.renew('linkedin', world.app, tokens)).kind).toBe('granted');
  });

  it('shows no secret in any result', async () => {
    await using world = await open(SHORT);
    const code = await world.authorised();
    const results: unknown[] = [await world.exchange(code, {}, 'wrong-secret-27182818284')];
    const tokens = granted(await world.exchange(await world.authorised()));
    world.fixture.revoke();
    results.push(await world.servers.renew('linkedin', world.app, tokens));
    for (const fault of ['taken_garbage', 'taken_half', 'taken_error'] as const) {
      world.server.plan(TOKEN_PATH, fault);
      results.push(await world.servers.renew('linkedin', world.app, tokens));
    }

    const seen = JSON.stringify([results, world.fixture.log.lines]);
    for (const secret of [...world.fixture.secrets(), 'wrong-secret-27182818284'])
      expect(seen).not.toContain(secret);
  });
});
