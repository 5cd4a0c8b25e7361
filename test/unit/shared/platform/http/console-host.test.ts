import { describe, expect, it } from 'vitest';
import { consoleOrigin, isConsoleHost, pagesShareOrigin } from '#shared/platform/http/console-host.ts';

const DEPLOYED = {
  consoleHosts: ['api.example.com', 'x1.execute-api.example.com'],
  pageHost: 'pages.example.net',
};
const LOCAL = { consoleHosts: ['127.0.0.1:3000'], pageHost: 'http://127.0.0.1:3000' };

describe('isConsoleHost', () => {
  it.each([
    ['api.example.com', true],
    ['API.example.com:443', true],
    ['x1.execute-api.example.com', true],
    ['pages.example.net', false],
    ['localhost', false],
  ])('of %s is %s on a stage', (host, expected) => {
    expect(isConsoleHost(host, DEPLOYED)).toBe(expected);
  });

  it.each([
    ['localhost:3000', true],
    ['127.0.0.1:3000', true],
    ['links.localhost:3000', false],
  ])('of %s is %s on the local stack', (host, expected) => {
    expect(isConsoleHost(host, LOCAL)).toBe(expected);
  });
});

describe('consoleOrigin', () => {
  it.each([
    ['https://x1.execute-api.example.com', DEPLOYED, 'https://x1.execute-api.example.com'],
    ['https://pages.example.net', DEPLOYED, 'https://api.example.com'],
    ['https://links.customer.example', DEPLOYED, 'https://api.example.com'],
    ['http://localhost:3000', LOCAL, 'http://localhost:3000'],
  ])('of a request to %s has the console', (baseUrl, hosts, expected) => {
    expect(consoleOrigin(baseUrl, hosts)).toBe(expected);
  });
});

describe('pagesShareOrigin', () => {
  it('is true if pages have no host of their own', () => {
    expect(pagesShareOrigin(DEPLOYED)).toBe(false);
    expect(pagesShareOrigin({ ...DEPLOYED, pageHost: 'api.example.com' })).toBe(true);
    expect(pagesShareOrigin(LOCAL)).toBe(true);
  });
});
