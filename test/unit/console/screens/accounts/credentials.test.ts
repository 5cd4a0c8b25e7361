import { describe, expect, it } from 'vitest';
import { connectBody, providerName, PROVIDERS } from '#console/screens/accounts/credentials.tsx';
import { PROVIDERS as NETWORKS } from '#shared/publishing/domain/account.ts';

const SENT = { server: 'https://example.com', token: 't', identifier: 'i', appPassword: 'p' };

describe('connectBody', () => {
  it.each([
    ['mastodon', { instance_url: 'https://example.com', access_token: 't' }],
    ['bluesky', { identifier: 'i', app_password: 'p' }],
    ['sandbox', {}],
    ['wordpress', { site_url: 'https://example.com', username: 'i', application_password: 'p' }],
    ['devto', { api_key: 't' }],
  ] as const)('sends the credentials of %s', (provider, credentials) => {
    expect(connectBody(provider, '', SENT)).toEqual({ provider, credentials });
    expect(connectBody(provider, 'Shop', SENT)).toEqual({ provider, name: 'Shop', credentials });
  });
});

describe('PROVIDERS', () => {
  it('lists every network that can be connected, with a name of its own', () => {
    expect(PROVIDERS.map(([provider]) => provider)).toEqual([...NETWORKS]);
    expect(PROVIDERS.map(([provider]) => providerName(provider))).not.toEqual([...NETWORKS]);
  });
});
