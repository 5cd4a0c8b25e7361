import { describe, expect, it } from 'vitest';
import type { HttpClient } from '#shared/platform/network/http-client.ts';
import { accountServer } from '#shared/publishing/domain/account-credentials.ts';
import { type ProviderName, PROVIDERS } from '#shared/publishing/domain/account.ts';
import { isSameAccount } from '#shared/publishing/domain/identity/account-identity.ts';
import { parseCredentials } from '#shared/publishing/http/credentials-body.ts';
import { createProviders } from '#shared/publishing/networks/providers.ts';
import rows from '#test/corpus/account-identities.json' with { type: 'json' };
import { NOW } from '#test/support/builders/platform/command-builders.ts';
import { createRecordingLog } from '#test/support/fixtures/platform/recording-log.ts';

type Side = { readonly credentials: unknown; readonly answers: Readonly<Record<string, unknown>> };

/** What connecting an account with these credentials learns from a network that answers so. */
async function connected(channel: string, { credentials: sent, answers }: Side) {
  const provider = PROVIDERS.find((name) => name === channel) ?? ('sandbox' satisfies ProviderName);
  const credentials = parseCredentials(provider, sent);
  const http: HttpClient = async ({ url }) => {
    const [, json] = Object.entries(answers).find(([part]) => url.includes(part)) ?? [];
    return { status: json === undefined ? 404 : 200, headers: {}, text: JSON.stringify(json ?? {}) };
  };
  const after = () => () => undefined;
  const providers = createProviders({ http, clock: () => NOW, after, log: createRecordingLog() });
  const verified = await providers[provider].verify(credentials);
  if (verified.kind !== 'verified') throw new Error(verified.detail);
  return { provider, server: accountServer(credentials), ...verified.profile };
}

describe('the identity of an account', () => {
  it.each(rows.map((row, index) => ({ ...row, index })))(
    'is $right for row $index of $channel',
    async ({ channel, input, right }) => {
      const [one, two] = await Promise.all(input.map((side) => connected(channel, side)));
      if (!one || !two) throw new Error('A row has two sides');

      expect(isSameAccount(one, two) ? 'same' : 'different').toBe(right);
      expect(isSameAccount(two, one)).toBe(isSameAccount(one, two));
    },
  );
});

describe('accounts of earlier versions', () => {
  const one = { provider: 'mastodon', identity: null, username: 'ada', server: 'https://a.example' } as const;

  it.each([
    ['the same name on the same server', { username: 'Ada' }, true],
    ['another server', { server: 'https://b.example' }, false],
    ['another name', { username: 'bob' }, false],
    ['another network', { provider: 'wordpress' }, false],
    ['an account with an identity', { identity: 'a.example 7' }, true],
  ] as const)('are compared by name and server: %s', (_, other, isSame) => {
    expect(isSameAccount(one, { ...one, ...other })).toBe(isSame);
  });

  it('are never the same without the server of their name', () => {
    expect(isSameAccount({ ...one, server: null }, { ...one, server: null })).toBe(false);
    expect(
      isSameAccount(
        { ...one, provider: 'bluesky', server: null },
        { ...one, provider: 'bluesky', server: null },
      ),
    ).toBe(true);
  });

  it('on LinkedIn have IDs in which the case of letters counts', () => {
    const member = { provider: 'linkedin', identity: null, username: '782bbtaQ', server: null } as const;

    expect(isSameAccount(member, { ...member, identity: '782bbtaQ' })).toBe(true);
    expect(isSameAccount(member, { ...member, username: '782BBTAQ' })).toBe(false);
  });
});
