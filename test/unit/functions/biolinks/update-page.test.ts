import { describe, expect } from 'vitest';
import { DEFAULT_DOMAIN_ID } from '#shared/biolinks/domain/page.ts';
import { secondsAfterNow, NOW } from '#test/support/builders/platform/command-builders.ts';
import { withinWorkspace } from '#test/support/fakes/platform/memory-core.ts';
import { it, startPageApi } from '#test/support/fixtures/biolinks/page-api.ts';

const FULL = {
  handle: '@ada',
  tagline: 'Engines',
  appearance: { font_override: 'lora', accent: '#112233' },
  settings: {
    seo: { title: 't', description: 'd', image: 'https://x.example/i.png', noindex: true },
    protection: { password: 'enigma-first', sensitive: true },
    utm: { source: 's', medium: 'm', campaign: 'c' },
  },
};

describe('update-page, happy', () => {
  it('changes the fields that are sent, keeps the rest and returns the whole page with its new tag', async () => {
    const { created, edit, stored } = await startPageApi(FULL);
    const { status, headers, body } = await edit({ title: ' Countess ' });

    expect(status).toBe(200);
    expect(body).toEqual({
      data: {
        ...created.body.data,
        title: 'Countess',
        revision: '2',
        updated_at: secondsAfterNow(60).toISOString(),
      },
      warnings: [],
    });
    expect(headers).toMatchObject({ ETag: '"2"', 'Cache-Control': 'private, no-store' });
    expect(stored()).toMatchObject({ title: 'Countess', revision: 2, updatedAt: secondsAfterNow(60) });
  });

  it('merges nested fields at every level', async () => {
    const { created, edit } = await startPageApi(FULL);
    const sent = {
      appearance: { accent: '#ABCDEF' },
      settings: { seo: { title: 'New' }, utm: { medium: 'x' } },
    };
    const { data } = (await edit(sent)).body;

    expect(data.appearance).toEqual({ font_override: 'lora', accent: '#ABCDEF' });
    expect(data.settings).toEqual({
      ...created.body.data.settings,
      seo: { title: 'New', description: 'd', image: 'https://x.example/i.png', noindex: true },
      utm: { source: 's', medium: 'x', campaign: 'c' },
    });
  });

  it.each([null, ''])('resets texts with %j', async (nothing) => {
    const { edit } = await startPageApi(FULL);
    const { status, body } = await edit({
      domain: nothing,
      appearance: { font_override: nothing, ...(nothing === null ? { accent: null } : {}) },
      settings: {
        seo: { title: nothing, description: nothing, image: nothing },
        utm: { source: nothing, medium: nothing, campaign: nothing },
      },
    });

    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      domain: DEFAULT_DOMAIN_ID,
      appearance: { font_override: null, accent: nothing === null ? null : '#112233' },
      settings: {
        seo: { title: '', description: '', image: '', noindex: true },
        utm: { source: '', medium: '', campaign: '' },
      },
    });
  });

  it('clears handle and tagline with an empty text, and the title of a draft', async () => {
    const { edit } = await startPageApi(FULL);

    expect((await edit({ handle: '', tagline: '', title: '' })).body.data).toMatchObject({
      handle: '',
      tagline: '',
      title: '',
    });
  });

  it('stores a slug in lower case, together with the page address', async ({ edit }) => {
    expect((await edit({ slug: ' Ada-L_1 ' })).body.data).toMatchObject({
      slug: 'ada-l_1',
      public_url: 'https://pages.example.com/ada-l_1',
    });
  });

  it('counts each pixel once, in the order of the first mention', async ({ edit, addPixels }) => {
    const [first = '', second = ''] = await addPixels(2);
    const pixels = [second, first, second.toUpperCase(), first];

    expect((await edit({ settings: { pixels } })).body.data.settings.pixels).toEqual([second, first]);
    expect((await edit({ settings: { pixels: [] } })).body.data.settings.pixels).toEqual([]);
  });

  it('accepts the pixels that it returned, including a pixel deleted since then, which no other page can add', async () => {
    const { api, key, edit, addPixels } = await startPageApi();
    const [first = '', second = ''] = await addPixels(2);
    const shown = (await edit({ settings: { pixels: [first, second] } })).body.data.settings.pixels;
    api.core.pixels.delete(withinWorkspace(api.workspaceId, first));
    const [third = ''] = await addPixels(1);
    const settings = { pixels: [...shown, third] };
    const other = await api.call('create-page', { key, json: { title: 'Bob', slug: 'bob', settings } });

    expect((await edit({ settings: { pixels: shown }, title: 'New' })).body.data.title).toBe('New');
    expect((await edit({ settings })).body.data.settings.pixels).toEqual([first, second, third]);
    expect(other.body.errors).toMatchObject([{ pointer: '#/settings/pixels/0', code: 'pixel_not_found' }]);
  });

  it.each([
    {},
    { title: 'Ada Lovelace', slug: 'ADA', handle: '@ada', tagline: 'Engines' },
    { settings: { protection: { clear_password: false, sensitive: true } } },
    { settings: { seo: {}, utm: {}, protection: {} }, appearance: {} },
    { domain: '', theme: 'paper', hide_branding: false },
  ])('changes nothing with %j: same revision, same timestamp', async (sent) => {
    const { created, edit, stored } = await startPageApi(FULL);
    const { status, headers, body } = await edit(sent);

    expect([status, headers['ETag'], body]).toEqual([200, '"1"', created.body]);
    expect(stored()).toMatchObject({ revision: 1, updatedAt: NOW });
  });
});

describe('update-page, domain', () => {
  it('moves the page to a verified domain and back', async ({ connect, edit }) => {
    const domain = await connect('ada.example');

    expect((await edit({ domain: domain.id.toUpperCase() })).body.data).toMatchObject({
      domain: domain.id,
      public_url: 'https://ada.example/ada',
    });
    expect((await edit({ domain: '' })).body.data).toMatchObject({
      domain: DEFAULT_DOMAIN_ID,
      public_url: 'https://pages.example.com/ada',
    });
    expect((await edit({ domain: DEFAULT_DOMAIN_ID })).body.data.revision).toBe('3');
  });

  it.each(['unverified', 'foreign', 'unknown'])('rejects a domain that is %s', async (kind) => {
    const { api, connect, edit, stored } = await startPageApi();
    const other = await api.createOtherWorkspace();
    const domains: Record<string, () => Promise<string>> = {
      unverified: async () => (await connect('ada.example', { state: 'pending' })).id,
      foreign: async () => (await connect('x.example', { workspaceId: other.workspaceId })).id,
      unknown: async () => '01980000-0000-7000-8000-0000000000ff',
    };
    const domain = await domains[kind]?.();
    const response = await edit({ domain });
    const both = await edit({ domain, theme: 'none' });

    expect(both.body.errors.map(({ code }: { code: string }) => code)).toEqual([
      'domain_not_connected',
      'theme_unknown',
    ]);
    expect(response).toMatchObject({
      status: 422,
      body: {
        code: 'domain_not_connected',
        errors: [{ pointer: '#/domain', code: 'domain_not_connected' }],
      },
    });
    expect(stored().revision).toBe(1);
  });
});

describe('update-page, slug', () => {
  it('rejects a slug that another page of the domain has, regardless of case', async () => {
    const { api, key, edit, stored } = await startPageApi();
    await api.call('create-page', { key, json: { title: 'Bob', slug: 'bob' } });

    expect(await edit({ slug: 'BOB', title: 'New' })).toMatchObject({
      status: 409,
      body: { code: 'slug_taken' },
    });
    expect(stored()).toMatchObject({ slug: 'ada', title: 'Ada Lovelace', revision: 1, updatedAt: NOW });
  });

  it('checks the slug again when only the domain changes', async ({ api, key, connect, edit }) => {
    const { id: domain } = await connect('ada.example');
    await api.call('create-page', { key, json: { title: 'Other Ada', slug: 'ada', domain } });

    expect((await edit({ domain })).body.code).toBe('slug_taken');
  });
});

describe('update-page, password', () => {
  it('sets and clears it, and returns only whether there is one', async () => {
    const { created, edit, stored } = await startPageApi(FULL);
    expect(created.body.data.has_password).toBe(true);
    const protection = (sent: object) => edit({ settings: { protection: sent } });

    const set = await protection({ password: 'enigma-second', clear_password: false });
    expect(set.body.data).toMatchObject({ has_password: true, revision: '2' });
    expect(stored()).toMatchObject({ password: { scrypt: 'hash 2' }, passwordVersion: 2 });

    const cleared = await protection({ clear_password: true });
    expect(cleared.body.data).toMatchObject({ has_password: false, revision: '3' });
    expect(stored()).toMatchObject({ password: null, passwordVersion: 3 });

    expect((await protection({ clear_password: true })).body.data.revision).toBe('3');
  });

  it('never returns or logs it, whether it is accepted or rejected', async ({ api, edit }) => {
    const sent = [
      { password: 'enigma-taken' },
      { password: 'enigma-both', clear_password: true },
      { password: `enigma-${'x'.repeat(200)}` },
      { password: 'enigma-\u0000' },
      { password: ['enigma-list'] },
      { 'enigma-key': 1, password: 'enigma-beside' },
    ];
    for (const protection of sent.slice(0, -1)) {
      expect((await edit({ settings: { protection } })).text).not.toContain('enigma');
    }
    // The pointer shows the field name of the caller; the value next to it stays hidden.
    expect((await edit({ settings: { protection: sent.at(-1) } })).text).not.toContain('enigma-beside');
    const malformed = '{"settings": {"protection": {"password": "enigma-cut';
    expect((await edit(undefined, { body: malformed, headers: JSON_TYPE })).text).not.toContain('enigma');

    expect(JSON.stringify(api.log.lines)).not.toContain('enigma');
    expect(JSON.stringify([...api.core.pages.values()])).not.toContain('enigma');
  });

  it('hashes it only for an edit that is accepted', async ({ edit, stored }) => {
    const settings = { protection: { password: 'enigma' } };
    expect((await edit({ settings, theme: 'none' })).status).toBe(422);
    await edit({ settings });

    expect(stored().password).toEqual({ scrypt: 'hash 1' });
  });
});

const JSON_TYPE = { 'content-type': 'application/json' };
