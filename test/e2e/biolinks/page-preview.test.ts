import { request } from 'undici';
import { describe, expect, it } from 'vitest';
import { prepareGiven } from '#scripts/lib/samples/sample-givens.ts';
import { openRawTables } from '#scripts/lib/stack/raw-tables.ts';
import { PREVIEW_LIMIT } from '#shared/biolinks/domain/page-preview.ts';
import { EVERY_BLOCK, publishPage } from '#test/support/fixtures/biolinks/published-pages.ts';
import { apiClient } from '#test/support/fixtures/platform/api-client.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';
import { shareStack } from '#test/support/fixtures/platform/stacks/shared-stack.ts';
import { expectStatus } from '#test/support/fixtures/webhooks/webhook-user.ts';

const PAGE = '/api/v1/biolinks/pages/{page}';
const PASSWORD = 'analytical engine';

describe('a preview of a page', () => {
  const stack = forAllTests(shareStack);
  const tables = forAllTests(() => openRawTables(stack), 'close');
  const api = forAllTests(() => apiClient(stack.baseUrl, stack.apiKey));

  type Body = NonNullable<Parameters<typeof api.POST<`${typeof PAGE}/preview`>>[1]>['body'];

  async function preview(page: string, body: Body = {}): Promise<string> {
    const response = await api.POST(`${PAGE}/preview`, { params: { path: { page } }, body });
    return expectStatus(response, 200).body.data.url;
  }

  async function open(url: string, host?: string) {
    const headers = host === undefined ? {} : { host };
    const { statusCode, body } = await request(url, { headers });
    return { status: statusCode, text: await body.text() };
  }

  it('shows every kind of block as a visitor will see it, and changes nothing', async () => {
    const page = await publishPage(
      api,
      'previewed',
      { settings: { protection: { password: PASSWORD } } },
      [],
    );
    const url = await preview(page, { page: { tagline: 'Not saved' }, blocks: [...EVERY_BLOCK] });
    const { status, text } = await open(url);

    expect(status).toBe(200);
    for (const shown of ['Not saved', 'The first program', 'Write to me', 'A painted landscape'])
      expect(text).toContain(shown);
    const saved = expectStatus(await api.GET(PAGE, { params: { path: { page } } }), 200).body.data;
    expect(saved).toMatchObject({ revision: '2', has_password: true });
    expect(saved.tagline).not.toBe('Not saved');
    const stored = await tables.readTexts();
    const token = url.split('/').at(-1) ?? '';
    expect(token).toHaveLength(43);
    expect(stored.filter((item) => item.includes(token))).toEqual([]);
    expect(stored.find((each) => each.includes('Not saved')) ?? '').not.toContain('scrypt');
  });

  it('can have a domain and pixels of the workspace, and is not shown on that domain', async () => {
    const given = await prepareGiven(stack, 'verified-domain');
    const [domain, host] = [given['domainId'] ?? '', given['domainHost'] ?? ''];
    const pixel = { provider: 'google', tag_id: 'G-ABC1234567', name: 'Shop' } as const;
    const { data } = expectStatus(await api.POST('/api/v1/biolinks/pixels', { body: pixel }), 201).body;
    const page = await publishPage(api, 'domained', { domain }, []);
    const url = await preview(page, { page: { domain, settings: { pixels: [data.id] } } });

    expect((await open(url)).text).toContain(`<link rel="canonical" href="http://${host}`);
    expect((await open(url)).text).not.toContain('G-ABC1234567');
    expect((await open(url, host)).status).toBe(404);
  });

  it('can be as large as a request', async () => {
    const page = await publishPage(api, 'large', {}, []);
    const long = `https://example.com/${'x'.repeat(2000)}`;
    const image = { type: 'image', media_url: long, alt: 'Sample', url: long } as const;
    const url = await preview(page, { blocks: Array.from({ length: 63 }, () => image) });

    expect((await open(url)).status).toBe(200);
  });

  it('ends when its page is deleted', async () => {
    const page = await publishPage(api, 'withdrawn', {}, []);
    const url = await preview(page);
    expect((await open(url)).status).toBe(200);
    const params = { path: { page }, header: { 'If-Match': '*' } };
    expect((await api.DELETE(PAGE, { params })).status).toBe(204);

    expect((await open(url)).status).toBe(404);
  });

  it('ends when its workspace has created more than it can have', async () => {
    const page = await publishPage(api, 'often', {}, []);
    const first = await preview(page);
    const second = await preview(page);
    for (let made = 0; made < PREVIEW_LIMIT - 1; made += 1) await preview(page);

    expect((await open(first)).status).toBe(404);
    expect((await open(second)).status).toBe(200);
  });
});
