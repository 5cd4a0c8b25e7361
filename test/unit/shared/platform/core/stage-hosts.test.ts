import { describe, expect, it } from 'vitest';
import { localHosts } from '#local/local-stack.ts';
import { createStageHosts, currentOrigin } from '#shared/platform/core/stage-hosts.ts';

const apiOrigins = ['https://api.example.com', 'https://x1.execute-api.example.com'];
const ownPages = createStageHosts({ apiOrigins, pageHost: 'pages.example.com' });
const sharedPages = createStageHosts({ apiOrigins, pageHost: 'api.example.com' });

describe('createStageHosts', () => {
  it('serves the pages of a stage without a host for pages on every host, and says so', () => {
    expect(sharedPages.areShared).toBe(true);
    for (const host of [...apiOrigins.map((origin) => new URL(origin).host), 'links.customer.example'])
      expect(sharedPages.serves('pages', host)).toBe(true);
    expect(sharedPages.serves('api', 'links.customer.example')).toBe(false);
    expect(ownPages.areShared).toBe(false);
  });

  it('tells a client of the wrong host which one to use, and an operator which setting adds the host', () => {
    expect(ownPages.missing('api')).toBe(
      'This host does not serve the API. Use https://api.example.com. To serve the API on this host, too, the operator adds it to ' +
        '`apiHosts` of the stage.',
    );
    expect(ownPages.missing('pages')).toContain('Use https://pages.example.com,');
  });

  it('rejects a stage without an API', () => {
    expect(() => createStageHosts({ apiOrigins: [], pageHost: 'pages.example.com' })).toThrow('API_ORIGINS');
  });
});

describe('the hosts of the local stack', () => {
  const { API_ORIGINS, PAGE_HOST } = localHosts('http://127.0.0.1:3000', ['mybox', 'proxy.example:8080']);
  const hosts = createStageHosts({ apiOrigins: API_ORIGINS.split(','), pageHost: PAGE_HOST });

  it.each([
    ['127.0.0.1:3000', true],
    ['localhost:3000', true],
    ['LocalHost:8080', true],
    ['[::1]:3000', true],
    ['[0:0:0:0:0:0:0:1]:3000', true],
    ['mybox:3000', true],
    ['proxy.example', true],
    ['pages.localhost:3000', false],
    ['links.localhost:3000', false],
    ['otherbox:3000', false],
  ])('serve the API at %s: %s, and pages at all others', (host, isOfApi) => {
    expect([hosts.serves('api', host), hosts.serves('pages', host)]).toEqual([isOfApi, !isOfApi]);
  });

  it('name the setting that adds a host', () => {
    expect(hosts.apiOrigin).toBe('http://127.0.0.1:3000');
    expect(hosts.missing('api')).toContain('adds it to `LOCAL_HOSTS`.');
  });
});

describe('currentOrigin', () => {
  it.each([
    ['https://x1.execute-api.example.com', 'https://x1.execute-api.example.com'],
    ['https://links.customer.example', 'https://api.example.com'],
    ['http://api.example.com', 'https://api.example.com'],
    ['https://api.example.com.customer.example', 'https://api.example.com'],
  ])('of a stored %s is %s', (stored, expected) => {
    expect(currentOrigin(stored, apiOrigins)).toBe(expected);
  });
});
