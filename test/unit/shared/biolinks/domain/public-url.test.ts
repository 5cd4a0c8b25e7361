import { describe, expect, it } from 'vitest';
import { publicUrl } from '#shared/biolinks/domain/public-url.ts';
import { pageOrigin } from '#shared/platform/core/stage-hosts.ts';

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
    expect(publicUrl({ customHost: 'ada.example', slug: 'me-2' }, 'https://pages.example.com')).toBe(
      'https://ada.example/me-2',
    );
  });

  it.each([
    ['http://127.0.0.1:3000', 'http://links.localhost:3000/me-2'],
    ['http://localhost', 'http://links.localhost/me-2'],
  ])('has scheme and port of the local stack at %s, so that a browser can open it', (origin, url) => {
    expect(publicUrl({ customHost: 'links.localhost', slug: 'me-2' }, origin)).toBe(url);
  });
});
