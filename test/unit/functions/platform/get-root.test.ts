import { expect } from 'vitest';
import { it } from '#test/support/fakes/platform/memory-api.ts';

it('redirects a browser to the console', async (api) => {
  const headers = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

  expect(await api.call('get-root', { key: null, headers })).toMatchObject({
    status: 302,
    headers: { Location: '/console', Vary: 'Accept' },
  });
});

it('returns the addresses of the API description to other clients', async (api) => {
  const { status, body } = await api.call('get-root', { key: null, headers: { accept: '*/*' } });

  expect(status).toBe(200);
  expect(body).toEqual({
    openapi: 'https://api.example.com/openapi.json',
    reference: 'https://api.example.com/docs',
    console: 'https://api.example.com/console',
  });
});
