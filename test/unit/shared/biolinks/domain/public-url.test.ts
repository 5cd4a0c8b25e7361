import { describe, expect, it } from 'vitest';
import { pageOrigin, publicUrl } from '#shared/biolinks/domain/public-url.ts';

describe('pageOrigin', () => {
  it.each([
    ['pages.example.com', 'https://pages.example.com'],
    ['http://127.0.0.1:3000', 'http://127.0.0.1:3000'],
  ])('maps %s to the origin %s', (setting, origin) => {
    expect(pageOrigin(setting)).toBe(origin);
  });
});

describe('publicUrl', () => {
  it('is below the origin on the default domain', () => {
    expect(publicUrl({ customHost: null, slug: 'ada' }, 'http://127.0.0.1:3000')).toBe(
      'http://127.0.0.1:3000/ada',
    );
  });

  it('is below the connected host with https otherwise', () => {
    expect(publicUrl({ customHost: 'ada.example', slug: 'me-2' }, 'http://127.0.0.1:3000')).toBe(
      'https://ada.example/me-2',
    );
  });
});
