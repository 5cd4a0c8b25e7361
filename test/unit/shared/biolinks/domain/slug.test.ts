import { describe, expect, it } from 'vitest';
import { hasSlugCharacters, isReservedSlug, normaliseSlug } from '#shared/biolinks/domain/slug.ts';

describe('slugs', () => {
  it.each(['a', 'Ada_Lovelace-1815', '-', '_', '0'])('accept the characters of %s', (slug) => {
    expect(hasSlugCharacters(slug)).toBe(true);
  });

  it.each(['ada lovelace', 'ada.lovelace', 'ada/x', 'ädä', 'a\u0000', 'a\n', '%41', '😀', 'a?b', 'a#b'])(
    'reject %j',
    (slug) => {
      expect(hasSlugCharacters(slug)).toBe(false);
    },
  );

  it('are stored in lower case', () => {
    expect(normaliseSlug('Ada-X')).toBe('ada-x');
  });

  it.each(['api', 'API', 'admin', 'Assets', 'docs', 'login', 'robots', 'sitemap', 'healthz', 'ping'])(
    'reject the reserved %s',
    (slug) => {
      expect(isReservedSlug(slug)).toBe(true);
    },
  );

  it('may contain a reserved word', () => {
    expect(isReservedSlug('api-fan')).toBe(false);
  });
});
