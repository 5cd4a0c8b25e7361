import { describe, expect, it } from 'vitest';
import {
  accountServer,
  credentialsContext,
  readCredentials,
  secretValues,
  writeCredentials,
} from '#shared/publishing/domain/account-credentials.ts';
import type { Credentials } from '#shared/publishing/domain/account.ts';
import { NOW } from '#test/support/builders/platform/command-builders.ts';
import { anAccount } from '#test/support/builders/publishing/account-builders.ts';

const EACH: readonly Credentials[] = [
  { provider: 'mastodon', instanceUrl: 'https://mastodon.example.com', accessToken: 'tok-"é🙂' },
  { provider: 'bluesky', identifier: 'a.example.com', appPassword: 'p w', service: 'https://bsky.social' },
  { provider: 'sandbox' },
  { provider: 'wordpress', siteUrl: 'https://example.com/blog', username: 'ada', applicationPassword: 'a b' },
  { provider: 'devto', apiKey: 'key-1', service: 'https://dev.to' },
  { provider: 'discord', botToken: 'd.o-t', channelId: '1012345678900020080' },
  { provider: 'telegram', botToken: '1:a-b', chatId: '@lamps' },
  {
    provider: 'linkedin',
    memberId: '782bbtaQ',
    tokens: {
      clientId: 'app-1',
      accessToken: 'access-1',
      expiresAt: NOW,
      refreshToken: 'refresh-1',
      refreshExpiresAt: NOW,
    },
  },
  {
    provider: 'linkedin',
    memberId: '782bbtaQ',
    tokens: {
      clientId: 'app-1',
      accessToken: 'access-1',
      expiresAt: NOW,
      refreshToken: null,
      refreshExpiresAt: null,
    },
  },
];

describe('credentials', () => {
  it.each(EACH)('of $provider decode to what was encoded', (credentials) => {
    expect(readCredentials(writeCredentials(credentials))).toEqual(credentials);
  });

  it.each([
    '',
    'nonsense-secret',
    '{"provider":"mastodon","accessToken":"nonsense-secret"}',
    '{"provider":"x"}',
  ])('are none in %j, and the error does not contain it', (text) => {
    expect(() => readCredentials(text)).toThrow(TypeError);
    expect(() => readCredentials(text)).not.toThrow(/nonsense-secret/u);
  });

  it('are encrypted for one account of one workspace', () => {
    const account = anAccount();

    expect(credentialsContext(account)).toEqual({
      purpose: 'account',
      workspace: account.workspaceId,
      subject: account.uuid,
    });
  });

  it('identify their secret fields', () => {
    expect(EACH.map(secretValues)).toEqual([
      ['tok-"é🙂'],
      ['p w'],
      [],
      ['a b'],
      ['key-1'],
      ['d.o-t'],
      ['1:a-b'],
      ['access-1', 'refresh-1'],
      ['access-1'],
    ]);
  });

  it('identify the server on which the username is unique', () => {
    expect(EACH.map(accountServer)).toEqual([
      'https://mastodon.example.com',
      null,
      null,
      'https://example.com/blog',
      'https://dev.to',
      null,
      null,
      null,
      null,
    ]);
  });
});
