import { expect } from 'vitest';
import { it } from '#test/support/fakes/platform/memory-api.ts';

it.each(['text/html,application/xhtml+xml,*/*;q=0.8', 'application/json, Text/HTML; q=0.5'])(
  'redirects a browser that sends %s to the console',
  async (accept, api) => {
    const headers = { accept };

    expect(await api.call('get-root', { key: null, headers })).toMatchObject({
      status: 302,
      headers: { Location: '/console', Vary: 'Accept' },
    });
  },
);

it.each(['*/*', 'application/json, text/html;q=0', 'text/html; q=0.000, */*', 'text/htmlx'])(
  'returns the addresses of the API description to a client that sends %s',
  async (accept, api) => {
    const { status, body } = await api.call('get-root', { key: null, headers: { accept } });

    expect(status).toBe(200);
    expect(body).toEqual({
      openapi: 'https://api.example.com/openapi.json',
      reference: 'https://api.example.com/docs',
      console: 'https://api.example.com/console',
    });
  },
);
