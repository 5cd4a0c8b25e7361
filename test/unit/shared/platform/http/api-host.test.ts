import { describe, expect, it } from 'vitest';
import { isApiHost, pagesShareOrigin } from '#shared/platform/http/api-host.ts';

const DEPLOYED = {
  apiHosts: ['api.example.com', 'x1.execute-api.example.com'],
  pageHost: 'pages.example.net',
};
const LOCAL = { apiHosts: ['127.0.0.1:3000'], pageHost: 'http://127.0.0.1:3000' };

describe('isApiHost', () => {
  it.each([
    ['api.example.com', true],
    ['API.example.com:443', true],
    ['x1.execute-api.example.com', true],
    ['pages.example.net', false],
    ['localhost', false],
  ])('of %s is %s on a stage', (host, expected) => {
    expect(isApiHost(host, DEPLOYED)).toBe(expected);
  });

  it.each([
    ['localhost:3000', true],
    ['127.0.0.1:3000', true],
    ['links.localhost:3000', false],
  ])('of %s is %s on the local stack', (host, expected) => {
    expect(isApiHost(host, LOCAL)).toBe(expected);
  });
});

describe('pagesShareOrigin', () => {
  it('is true if pages have no host of their own', () => {
    expect(pagesShareOrigin(DEPLOYED)).toBe(false);
    expect(pagesShareOrigin({ ...DEPLOYED, pageHost: 'api.example.com' })).toBe(true);
    expect(pagesShareOrigin(LOCAL)).toBe(true);
  });
});
