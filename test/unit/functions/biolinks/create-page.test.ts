import { describe, expect } from 'vitest';
import { DEFAULT_DOMAIN_ID } from '#shared/biolinks/domain/page.ts';
import { NOW } from '#test/support/builders/platform/command-builders.ts';
import { startMemoryApi } from '#test/support/fakes/platform/memory-api.ts';
import { PAGE_PERMISSIONS, startPageApi } from '#test/support/fixtures/biolinks/page-api.ts';
import { itWith } from '#test/support/fixtures/platform/it-with.ts';

const it = itWith(setUp);

async function setUp() {
  const api = await startMemoryApi();
  const key = api.grant(PAGE_PERMISSIONS);
  const create = (json: unknown, headers: Record<string, string> = {}) =>
    api.call('create-page', { key, json, headers });
  return { api, key, create };
}

describe('create-page, happy', () => {
  it('returns a draft with every default', async ({ create }) => {
    const { status, headers, body } = await create({ title: 'Ada Lovelace', slug: 'Ada' });

    expect(status).toBe(201);
    expect(headers).toMatchObject({
      ETag: '"1"',
      Location: `https://api.example.com/api/v1/biolinks/pages/${body.data.id}`,
    });
    expect(body).toEqual({
      data: {
        revision: '1',
        id: expect.stringMatching(/^[0-9a-f-]{36}$/u),
        slug: 'ada',
        domain: DEFAULT_DOMAIN_ID,
        public_url: 'https://pages.example.com/ada',
        title: 'Ada Lovelace',
        handle: '',
        tagline: '',
        theme: 'paper',
        status: 'draft',
        disabled: false,
        verified: false,
        hide_branding: false,
        avatar_color: expect.stringMatching(/^#[0-9a-f]{6}$/u),
        appearance: { font_override: null, accent: null },
        has_password: false,
        settings: {
          seo: { title: '', description: '', image: '', noindex: false },
          protection: { sensitive: false },
          utm: { source: '', medium: '', campaign: '' },
          pixels: [],
        },
        created_at: NOW.toISOString(),
        updated_at: NOW.toISOString(),
      },
      warnings: [],
    });
  });

  it('accepts every field that an update accepts', async () => {
    const { connect, addPixels, api, key } = await startPageApi();
    const { id: domain } = await connect('ada.example');
    const fields = {
      title: '',
      slug: 'full',
      domain,
      handle: '@ada',
      tagline: 'Engines',
      theme: 'ink',
      hide_branding: true,
      avatar_color: '#AABBCC',
      appearance: { font_override: 'lora', accent: '#112233' },
    };
    const settings = {
      seo: { title: 't', description: 'd', image: 'https://x.example/i.png', noindex: true },
      utm: { source: 's', medium: 'm', campaign: 'c' },
      pixels: await addPixels(2),
    };
    const protection = { sensitive: true, password: 'enigma' };
    const json = { ...fields, settings: { ...settings, protection } };
    const { status, body, text } = await api.call('create-page', { key, json });

    expect(status).toBe(201);
    expect(body.data).toMatchObject({
      ...fields,
      public_url: 'https://ada.example/full',
      has_password: true,
      settings: { ...settings, protection: { sensitive: true } },
    });
    expect(text).not.toContain('enigma');
  });

  it.each([
    ['enigma1', true],
    ['20261122', true],
    ['abababababab', true],
    ['enigma 12', false],
    ['202611220815', false],
  ])('returns a warning about the weak password %j: %s', async (password, isWeak, { create }) => {
    const { body } = await create({ title: 'Ada', slug: 'ada', settings: { protection: { password } } });

    expect(body.warnings).toEqual(
      isWeak
        ? [
            {
              code: 'password_weak',
              pointer: '#/settings/protection/password',
              detail: expect.stringContaining('at least 8 different'),
            },
          ]
        : [],
    );
  });

  it('returns the same response to a repeated Idempotency-Key, and creates one page', async () => {
    const { api, create } = await setUp();
    const headers = { 'idempotency-key': 'once' };
    const settings = { protection: { password: 'enigma' } };
    const first = await create({ title: 'Ada', slug: 'ada', settings }, headers);
    const again = await create({ title: 'Ada', slug: 'ada', settings }, headers);

    expect(again).toMatchObject({ status: 201, headers: { 'Idempotent-Replayed': 'true', ETag: '"1"' } });
    expect(again.text).toBe(first.text);
    expect(api.core.pages.size).toBe(1);
    expect((await create({ title: 'Bob', slug: 'bob' }, headers)).body.code).toBe('idempotency_key_reused');
    expect(JSON.stringify([...api.core.responses.values()])).not.toContain('enigma');
  });
});

describe('create-page, error', () => {
  it.each([
    [{ title: 'x' }, '#/slug', 'required'],
    [{ slug: 'x' }, '#/title', 'required'],
    [{ title: 'x', slug: '' }, '#/slug', 'too_short'],
    [{ title: 'x', slug: 'admin' }, '#/slug', 'slug_reserved'],
    [{ title: 'x', slug: 'x', theme: 'none' }, '#/theme', 'theme_unknown'],
    [
      { title: 'x', slug: 'x', domain: '01980000-0000-7000-8000-0000000000ff' },
      '#/domain',
      'domain_not_connected',
    ],
    [{ title: 'x', slug: 'x', status: 'active' }, '#/status', 'field_not_updatable'],
    [{ title: 'x', slug: 'x', id: 'x' }, '#/id', 'field_not_updatable'],
    [{ title: 'x', slug: 'x', nothing: 1 }, '#/nothing', 'unknown_field'],
  ])('rejects %j at %s as %s', async (json, pointer, code, { api, create }) => {
    expect(await create(json)).toMatchObject({ status: 422, body: { code, errors: [{ pointer, code }] } });
    expect(api.core.pages.size).toBe(0);
  });

  it('rejects a slug that is taken, also by a page of another workspace', async ({ api, create }) => {
    await create({ title: 'Ada', slug: 'ada' });
    const other = await api.createOtherWorkspace();
    const key = api.grant(PAGE_PERMISSIONS, { workspaceId: other.workspaceId });
    const json = { title: 'Other', slug: 'ADA' };

    expect(await api.call('create-page', { key, json })).toMatchObject({
      status: 409,
      body: { code: 'slug_taken' },
    });
  });

  it('requires the permission to write pages, but not to publish them', async ({ api }) => {
    const json = { title: 'Ada', slug: 'ada' };
    const reader = api.grant(['biolinks:pages:read', 'biolinks:pages:publish']);
    const writer = api.grant(['biolinks:pages:write']);

    expect((await api.call('create-page', { key: reader, json })).body.code).toBe('permission_missing');
    expect((await api.call('create-page', { key: writer, json })).status).toBe(201);
  });
});
