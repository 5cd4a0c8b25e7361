// Slow: it publishes pages on their own domains, seven seconds; test/unit/functions/biolinks has the rules.
import { request } from 'undici';
import { beforeAll, describe, expect, it } from 'vitest';
import { prepareGiven } from '#scripts/lib/samples/sample-givens.ts';
import { qrSvg } from '#shared/biolinks/render/qr-code.ts';
import { editPage, publishPage } from '#test/support/fixtures/biolinks/published-pages.ts';
import { apiClient } from '#test/support/fixtures/platform/api-client.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';
import { shareStack } from '#test/support/fixtures/platform/stacks/shared-stack.ts';
import { expectStatus } from '#test/support/fixtures/webhooks/webhook-user.ts';

const DOMAIN = '/api/v1/biolinks/domains/{domain}';
const PAGE = '/api/v1/biolinks/pages/{page}';
const REMEMBERED_SLUGS = 5;

describe('pages on a domain of their workspace', () => {
  const stack = forAllTests(shareStack);
  const api = forAllTests(() => apiClient(stack.baseUrl, stack.apiKey));
  let domain: string;
  let host: string;

  beforeAll(async () => {
    const given = await prepareGiven(stack, 'verified-domain');
    [domain, host] = [given['domainId'] ?? '', given['domainHost'] ?? ''];
  });

  /** A request to the host, which need not have an address here. */
  async function visit(path: string, form?: Readonly<Record<string, string>>, cookie = '') {
    const { statusCode, headers, body } = await request(`${stack.baseUrl}${path}`, {
      method: form === undefined ? 'GET' : 'POST',
      headers: { host, cookie, 'content-type': 'application/x-www-form-urlencoded' },
      ...(form === undefined ? {} : { body: new URLSearchParams(form).toString() }),
    });
    return {
      status: statusCode,
      cookie: String(headers['set-cookie']).split(';')[0],
      text: await body.text(),
    };
  }

  it('are published there, with their gates, their consent, their sitemap and their QR code', async () => {
    await publishPage(api, 'found', { domain }, []);
    await publishPage(api, 'locked', { domain, settings: { protection: { password: 'open sesame' } } }, []);
    await publishPage(api, 'asked', { domain, settings: { protection: { sensitive: true } } }, []);

    expect((await visit('/found')).text).toContain('Ada Lovelace');
    const opened = await visit('/locked/unlock', { password: 'open sesame' });
    expect((await visit('/locked', undefined, opened.cookie)).text).toContain('Ada Lovelace');
    const seen = await visit('/asked/acknowledge', {});
    expect((await visit('/asked', undefined, seen.cookie)).text).toContain('Ada Lovelace');
    expect((await visit('/found/consent', { choice: 'accept' })).status).toBe(303);
    const sitemap = await visit('/sitemap.xml');
    const url = `http://${host}:${new URL(stack.baseUrl).port}/found`;
    expect(sitemap.text).toContain(`<loc>${url}</loc>`);
    expect((await visit('/found/qr.svg')).text).toBe(qrSvg(url));
    expect(sitemap.text).not.toContain('locked');
  });

  it(`redirect from their last ${REMEMBERED_SLUGS} slugs, and release the others`, async () => {
    const page = await publishPage(api, 'slug-0', { domain }, []);
    for (let edit = 1; edit <= REMEMBERED_SLUGS + 1; edit += 1)
      await editPage(api, page, { slug: `slug-${edit}` });

    expect((await visit('/slug-0')).status).toBe(404);
    expect((await visit('/slug-1')).status).toBe(308);
    await publishPage(api, 'slug-0', { domain, title: 'Another' }, []);
    expect((await visit('/slug-0')).text).toContain('Another');
  });

  it('are no longer counted by the domain once they are deleted', async () => {
    const used = await prepareGiven(stack, 'domain-in-use');
    const params = { path: { domain: used['domainId'] ?? '' } };
    expect(expectStatus(await api.DELETE(DOMAIN, { params }), 409).body.code).toBe('domain_in_use');
    const { data } = expectStatus(await api.GET('/api/v1/biolinks/pages'), 200).body;
    const page = data.find((each) => each.domain === used['domainId']);
    const header = { 'If-Match': '*' };
    expectStatus(await api.DELETE(PAGE, { params: { path: { page: page?.id ?? '' }, header } }), 204);

    expectStatus(await api.DELETE(DOMAIN, { params }), 204);
  });
});
