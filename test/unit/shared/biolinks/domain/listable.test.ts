import { describe, expect, it } from 'vitest';
import { isListable } from '#shared/biolinks/domain/listable.ts';
import type { Page } from '#shared/biolinks/domain/page.ts';
import { aPage } from '#test/support/builders/biolinks/page-builders.ts';

const open = aPage({ status: 'active' });

describe('isListable', () => {
  it('lists an active page without a gate', () => {
    expect(isListable(open)).toBe(true);
  });

  it.each<Partial<Page>>([
    { status: 'draft' },
    { status: 'archived' },
    { disabled: true },
    { password: { scrypt: 'x' } },
    { settings: { ...open.settings, sensitive: true } },
    { settings: { ...open.settings, seo: { ...open.settings.seo, noindex: true } } },
  ])('does not list one with %j', (overrides) => {
    expect(isListable({ ...open, ...overrides })).toBe(false);
  });
});
