import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import { DOCUMENTS } from '#functions/api-docs/get-document/documents.ts';
import { it } from '#test/support/fakes/platform/memory-api.ts';

const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

it.each([BROWSER.accept, 'application/json, Text/HTML; q=0.5'])(
  'shows a browser that sends %s what the platform is, and two ways in',
  async (accept, api) => {
    const { status, headers, text } = await api.call('get-root', { key: null, headers: { accept } });

    expect([status, headers['Content-Type'], headers['Vary']]).toEqual([
      200,
      'text/html; charset=utf-8',
      'Accept',
    ]);
    expect(text).toContain('<a class="button primary" href="/console">Open the console</a>');
    expect(text).toContain('<a class="button" href="/docs/webhooks">Read the API guide</a>');
    expect(text).toContain('curl https://api.example.com/api/v1/me');
    for (const part of ['Social publishing', 'Link pages', 'Messages and broadcasts', 'Signed webhooks'])
      expect(text).toContain(`<h3>${part}</h3>`);
  },
);

it('shows a page without a script, that loads nothing and that no other page may show', async (api) => {
  const { headers, text = '' } = await api.call('get-root', { key: null, headers: BROWSER });
  const [, style = ''] = /<style>([^]*?)<\/style>/u.exec(text) ?? [];
  const hash = createHash('sha256').update(style).digest('base64');

  expect(headers['Content-Security-Policy']).toContain(`default-src 'none'; style-src 'sha256-${hash}'`);
  expect(headers).toMatchObject({ 'X-Frame-Options': 'DENY', 'Cross-Origin-Opener-Policy': 'same-origin' });
  expect(text).not.toMatch(/<script| style="| on\w+="|(?:src|action)="/u);
});

it('links to documents that exist', async (api) => {
  const { text = '' } = await api.call('get-root', { key: null, headers: BROWSER });
  const known = new Set<string>(['/', '/console', ...DOCUMENTS.map(({ path }) => path)]);
  const links = [...text.matchAll(/<a [^>]*href="([^"]+)"/gu)].map(([, link = '']) => link);

  expect(links.filter((link) => !known.has(link))).toEqual([]);
});

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
