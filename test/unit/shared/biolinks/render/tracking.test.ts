import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Pixel, PixelProvider } from '#shared/biolinks/domain/pixel.ts';
import { type Consent, visiblePage } from '#shared/biolinks/render/page-document.ts';
import { aPage } from '#test/support/builders/biolinks/page-builders.ts';
import { NOW } from '#test/support/builders/platform/command-builders.ts';
import { parsePage } from '#test/support/fixtures/biolinks/parsed-page.ts';

const TAG_IDS = { meta: '1234567890', google: 'G-ABC1234567', tiktok: 'C4ABCDEFGHIJ12345678' };
const HOSTS = {
  meta: 'https://connect.facebook.net',
  google: 'https://www.googletagmanager.com',
  tiktok: 'https://analytics.tiktok.com',
};
const PROVIDERS = Object.keys(TAG_IDS) as PixelProvider[];

function aPixel(provider: PixelProvider, tagId: string = TAG_IDS[provider]): Pixel {
  return { id: provider, workspaceId: 'w', provider, tagId, name: 'Ads', createdAt: NOW };
}

async function show(pixels: readonly Pixel[], consent: Consent) {
  const page = aPage({ status: 'active', slug: 'ada' });
  const origin = 'https://pages.example.com';
  const { html, headers } = await visiblePage({ page, blocks: [], pixels, consent, origin, now: NOW });
  const parsed = parsePage(html);
  const scripts = parsed.all('script').filter(({ attributes }) => attributes['type'] === undefined);
  return { html, parsed, scripts, policy: headers['Content-Security-Policy'] ?? '' };
}

describe('tracking pixels', () => {
  it('ask with a statement about trackers only, because pictures are loaded in any case', async () => {
    const { html } = await show([aPixel('meta')], 'not-asked');

    expect(html).toContain('No tracker is loaded unless you accept.');
  });

  it.each(['not-asked', 'denied', 'signalled'] as const)(
    'load nothing while consent is %s',
    async (consent) => {
      const { scripts, policy, html } = await show(
        PROVIDERS.map((name) => aPixel(name)),
        consent,
      );

      expect(scripts).toEqual([]);
      expect(policy).toContain("script-src 'none'");
      for (const host of Object.values(HOSTS)) expect(html + policy).not.toContain(host);
    },
  );

  it.each(PROVIDERS)(
    'of %s load after consent, and the policy allows only that provider',
    async (provider) => {
      const { scripts, policy } = await show([aPixel(provider)], 'granted');
      const [start, library] = scripts;
      const hash = createHash('sha256')
        .update(start?.text ?? '')
        .digest('base64');

      expect(start?.attributes['data-id']).toBe(TAG_IDS[provider]);
      expect(library?.attributes['src']).toMatch(new RegExp(`^${HOSTS[provider]}/`, 'u'));
      expect(policy).toContain(`script-src 'sha256-${hash}' ${HOSTS[provider]}`);
      expect(policy).not.toContain('unsafe');
      for (const other of PROVIDERS.filter((name) => name !== provider))
        expect(policy).not.toContain(HOSTS[other]);
    },
  );

  it('keep their ids out of the text of scripts', async () => {
    const { scripts } = await show([aPixel('google'), aPixel('google', 'AW-123456789')], 'granted');
    const inline = scripts.filter(({ attributes }) => attributes['src'] === undefined);

    expect(new Set(inline.map(({ text }) => text)).size).toBe(1);
    expect(inline.map(({ attributes }) => attributes['data-id'])).toEqual(['G-ABC1234567', 'AW-123456789']);
  });

  it('are omitted when a stored id is invalid for the provider', async () => {
    expect((await show([aPixel('meta', "1');alert(1)//")], 'granted')).scripts).toEqual([]);
  });

  it('ask with a form whose buttons theme alike', async () => {
    const { parsed } = await show([aPixel('meta')], 'not-asked');

    expect(parsed.all('form').map(({ attributes }) => attributes)).toEqual([
      { method: 'post', action: '/ada/consent' },
    ]);
    expect(parsed.all('button').map(({ attributes }) => attributes['value'])).toEqual(['refuse', 'accept']);
  });

  it.each(['granted', 'denied'] as const)('can ask again after consent was %s', async (consent) => {
    expect(
      (await show([aPixel('meta')], consent)).parsed
        .all('button')
        .map(({ attributes }) => attributes['value']),
    ).toEqual(['ask']);
  });

  it.each([
    ['signalled', [aPixel('meta')]],
    ['not-asked', []],
  ] as const)('do not ask when %s with %j', async (consent, pixels) => {
    expect((await show(pixels, consent)).parsed.all('form')).toEqual([]);
  });
});
