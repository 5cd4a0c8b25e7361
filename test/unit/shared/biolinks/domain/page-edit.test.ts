import { describe, expect, it } from 'vitest';
import { editPage, newPage, type PageEdit } from '#shared/biolinks/domain/page-edit.ts';
import { DEFAULT_DOMAIN_ID, type Page } from '#shared/biolinks/domain/page.ts';
import { aPage } from '#test/support/builders/biolinks/page-builders.ts';
import { secondsAfterNow, NOW } from '#test/support/builders/platform/command-builders.ts';

const LATER = secondsAfterNow(60);

/** A page with a value in every field that an edit can change. */
function aFullPage(overrides: Partial<Page> = {}): Page {
  return aPage({
    handle: '@ada',
    tagline: 'Engines',
    hideBranding: true,
    appearance: { fontOverride: 'lora', accent: '#112233' },
    password: { scrypt: 'first' },
    passwordVersion: 1,
    settings: {
      seo: { title: 't', description: 'd', image: 'https://x.example/i.png', noindex: true },
      sensitive: true,
      utm: { source: 's', medium: 'm', campaign: 'c' },
      pixels: ['p-1'],
    },
    ...overrides,
  });
}

describe('editPage', () => {
  it.each<[PageEdit, Partial<Page> | object]>([
    [{ title: 'New' }, { title: 'New' }],
    [{ slug: 'new' }, { slug: 'new' }],
    [{ domain: { domainId: 'd', customHost: 'x.example' } }, { domainId: 'd', customHost: 'x.example' }],
    [{ handle: '' }, { handle: '' }],
    [{ tagline: 'New' }, { tagline: 'New' }],
    [{ theme: 'ink' }, { theme: 'ink' }],
    [{ hideBranding: false }, { hideBranding: false }],
    [{ avatarColor: '#000000' }, { avatarColor: '#000000' }],
    [{ status: 'active' }, { status: 'active' }],
    [{ appearance: { accent: null } }, { appearance: { fontOverride: 'lora', accent: null } }],
    [{ appearance: { fontOverride: null } }, { appearance: { fontOverride: null, accent: '#112233' } }],
  ])('changes what %j contains and nothing else, as the next revision', (edit, changed) => {
    const before = aFullPage();

    expect(editPage(before, edit, LATER)).toEqual({ ...before, ...changed, revision: 2, updatedAt: LATER });
  });

  it('merges settings at every level', () => {
    const before = aFullPage();
    const edit = { seo: { title: 'New', description: undefined }, utm: { medium: '' }, sensitive: false };

    expect(editPage(before, edit, LATER)?.settings).toEqual({
      seo: { title: 'New', description: 'd', image: 'https://x.example/i.png', noindex: true },
      sensitive: false,
      utm: { source: 's', medium: '', campaign: 'c' },
      pixels: ['p-1'],
    });
  });

  it('replaces the list of pixels', () => {
    expect(editPage(aFullPage(), { pixels: ['p-2'] }, LATER)?.settings.pixels).toEqual(['p-2']);
  });

  it.each<PageEdit>([
    {},
    { title: undefined, password: undefined, seo: { title: undefined } },
    { title: 'Ada Lovelace', tagline: 'Engines', pixels: ['p-1'], appearance: { accent: '#112233' } },
    { seo: { noindex: true }, utm: { source: 's' }, sensitive: true, hideBranding: true },
  ])('changes nothing with %j: no revision, no timestamp', (edit) => {
    expect(editPage(aFullPage(), edit, LATER)).toBeUndefined();
  });

  it('counts a new password, even if it may equal the current one', () => {
    const after = editPage(aFullPage(), { password: { scrypt: 'second' } }, LATER);

    expect(after).toMatchObject({ password: { scrypt: 'second' }, passwordVersion: 2, revision: 2 });
  });

  it('counts the removal of a password, but not clearing when none is set', () => {
    const open = editPage(aFullPage(), { password: null }, LATER);

    expect(open).toMatchObject({ password: null, passwordVersion: 2, revision: 2 });
    expect(open && editPage(open, { password: null }, secondsAfterNow(120))).toBeUndefined();
  });

  it('does not count an unchanged password', () => {
    expect(editPage(aFullPage(), { title: 'New' }, LATER)?.passwordVersion).toBe(1);
  });
});

describe('newPage', () => {
  const identity = { id: 'i', workspaceId: 'w', slug: 'ada', theme: 'paper' };

  it('is a draft on the default domain with defaults for omitted fields', () => {
    expect(newPage(identity, {}, NOW)).toEqual({
      ...identity,
      domainId: DEFAULT_DOMAIN_ID,
      customHost: null,
      title: '',
      handle: '',
      tagline: '',
      status: 'draft',
      disabled: false,
      verified: false,
      hideBranding: false,
      avatarColor: '#4f46e5',
      appearance: { fontOverride: null, accent: null },
      password: null,
      passwordVersion: 0,
      settings: {
        seo: { title: '', description: '', image: '', noindex: false },
        sensitive: false,
        utm: { source: '', medium: '', campaign: '' },
        pixels: [],
      },
      revision: 1,
      createdAt: NOW,
      updatedAt: NOW,
    });
  });

  it('has the given fields, as its first revision', () => {
    const page = newPage(identity, { title: 'Ada', theme: 'ink', password: { scrypt: 'x' } }, NOW);

    expect(page).toMatchObject({ title: 'Ada', theme: 'ink', passwordVersion: 1, revision: 1 });
  });
});
