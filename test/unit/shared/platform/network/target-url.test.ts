import { isIP } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createAddressGuard, isPublicAddress } from '#shared/platform/network/address-guard.ts';

const guard = createAddressGuard({ allowedHosts: [], apiHosts: ['api.platform.com', '127.0.0.1:3000'] });

function codeOf(text: string, checker = guard): string {
  const checked = checker.checkUrl(text);
  return 'code' in checked ? checked.code : 'ok';
}

describe('checkUrl', () => {
  it.each([
    'https://hooks.example.com/in?x=1',
    'https://hooks.example.com',
    'HTTPS://HOOKS.EXAMPLE.COM/In',
    'https://hooks.example.com:443/',
    'https://hooks.example.com:1024/',
    'https://hooks.example.com:65535/',
    'https://hooks.example.com./absolute-name',
    'https://bücher.example/hook',
    'https://xn--bcher-kva.example/hook',
    'https://local.example.com/',
    'https://notlocalhost.com/',
    'https://internal.example.com/',
    'https://8.8.8.8/',
    'https://[2606:4700::1111]/',
    'https://my_service.example.com/',
  ])('accepts %s', (text) => {
    expect(codeOf(text)).toBe('ok');
  });

  it('returns the parsed URL', () => {
    expect(guard.checkUrl('https://BÜCHER.example/a')).toMatchObject({
      url: new URL('https://xn--bcher-kva.example/a'),
    });
  });

  it.each([
    'http://hooks.example.com/',
    'ftp://hooks.example.com/',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'ws://hooks.example.com/',
    'http://127.0.0.1/',
  ])('returns url_not_https for %s', (text) => {
    expect(codeOf(text)).toBe('url_not_https');
  });

  it.each([
    ['empty text', ''],
    ['no scheme', 'hooks.example.com/in'],
    ['no slashes', 'https:hooks.example.com'],
    ['no slashes but some later', 'https:hooks.example.com/x://y'],
    ['a third slash', 'https:///hooks.example.com'],
    ['a backslash', 'https:\\\\hooks.example.com'],
    ['a backslash after the host', 'https://hooks.example.com\\@127.0.0.1/'],
    ['a user name', 'https://user@hooks.example.com/'],
    ['user name and password', 'https://user:pass@hooks.example.com/'],
    ['an empty user name', 'https://@hooks.example.com/'],
    ['a host in the user part', 'https://hooks.example.com:443@127.0.0.1/'],
    ['a fragment', 'https://hooks.example.com/#top'],
    ['an empty fragment', 'https://hooks.example.com/#'],
    ['a line end inside', 'https://hooks.exam\nple.com/'],
    ['a tab inside', 'https://hooks.example.com/a\tb'],
    ['a leading space', ' https://hooks.example.com/'],
    ['a NUL', 'https://hooks.example.com/\u0000'],
    ['a right-to-left override', 'https://hooks.example.com/\u202Egnp.exe'],
    ['a soft hyphen', 'https://hooks.exam\u00ADple.com/'],
    ['port 22', 'https://hooks.example.com:22/'],
    ['port 80', 'https://hooks.example.com:80/'],
    ['port 1023', 'https://hooks.example.com:1023/'],
    ['port 0', 'https://hooks.example.com:0/'],
    ['port 65536', 'https://hooks.example.com:65536/'],
    ['an empty label', 'https://hooks..example.com/'],
    ['two closing dots', 'https://hooks.example.com../'],
    ['a label of 64', `https://${'a'.repeat(64)}.example.com/`],
    ['a host of 254', `https://${'abcdefgh.'.repeat(28)}ex/`],
    ['an impossible IPv4', 'https://10.0.0.256/'],
    ['a name that ends in a number', 'https://hooks.example.1/'],
    ['2,049 characters', `https://hooks.example.com/${'a'.repeat(2049 - 26)}`],
    ['2,049 characters once encoded', `https://hooks.example.com/${'é'.repeat(340)}`],
  ])('returns invalid_url for %s', (_, text) => {
    expect(codeOf(text)).toBe('invalid_url');
  });

  it.each([
    ['2,048 characters', `https://hooks.example.com/${'a'.repeat(2048 - 26)}`],
    ['a label of 63', `https://${'a'.repeat(63)}.example.com/`],
    ['a host of 253', `https://${'abcdefgh.'.repeat(28)}e/`],
    ['a host of 253 and a closing dot', `https://${'abcdefgh.'.repeat(28)}e./`],
  ])('accepts %s', (_, text) => {
    expect(codeOf(text)).toBe('ok');
  });

  it.each([
    [
      'https://hooks.example.com/a b',
      'Remove spaces, control characters and backslashes from the URL, or percent-encode them.',
    ],
    ['hooks.example.com', 'Use an absolute URL with a valid host, such as https://example.com/webhooks.'],
    ['http://hooks.example.com/', 'The URL must start with https://.'],
    ['https:hooks.example.com', 'The URL must have // after its scheme.'],
    ['https://user@hooks.example.com/', 'The URL must not contain a user name or password.'],
    ['https://hooks.example.com/#top', 'The URL must not contain a fragment (#).'],
    [`https://hooks.example.com/${'a'.repeat(2048)}`, 'The URL must not be longer than 2048 characters.'],
    [
      'https://hooks..example.com/',
      'Each part of the host name must have 1 to 63 characters, and the host name at most 253.',
    ],
    ['https://api.platform.com/', 'The URL points to this API. Use the URL of your own receiver.'],
    ['https://hooks.example.com:22/', 'The port must be 443 or at least 1024.'],
    ['https://10.0.0.1/', 'The URL has an address that is not public. Use a public host.'],
    ['https://a.local/', 'The host name exists only in private networks; use a public one.'],
  ])('explains what is wrong with %.40s', (text, detail) => {
    expect(guard.checkUrl(text)).toMatchObject({ detail });
  });

  it.each(['https://api.platform.com/v1', 'https://API.platform.com./', 'https://api.platform.com:8443/'])(
    'returns url_not_public for a host of the platform in %s',
    (text) => {
      expect(codeOf(text)).toBe('url_not_public');
    },
  );
});

describe('checkUrl with allowed hosts', () => {
  const local = createAddressGuard({
    allowedHosts: ['127.0.0.1', 'LOCALHOST', '::1'],
    apiHosts: ['127.0.0.1:3000'],
  });

  it.each([
    'http://127.0.0.1:3001/hook',
    'https://127.0.0.1/',
    'http://localhost/',
    'http://localhost.:3001/',
    'http://[::1]:3001/',
    'http://2130706433:3001/',
  ])('accepts %s', (text) => {
    expect(codeOf(text, local)).toBe('ok');
  });

  it.each([
    ['http://127.0.0.2:3001/', 'url_not_https'],
    ['http://hooks.example.com/', 'url_not_https'],
    ['https://127.0.0.2/', 'url_not_public'],
    ['https://a.localhost/', 'url_not_public'],
    ['http://127.0.0.1:3000/', 'url_not_public'],
    ['http://127.0.0.1:22/', 'invalid_url'],
    ['https://127.0.0.1:80/', 'invalid_url'],
    ['http://user@127.0.0.1:3001/', 'invalid_url'],
    ['http://127.0.0.1:3001/#a', 'invalid_url'],
    ['ftp://127.0.0.1:3001/', 'url_not_https'],
  ])('returns %s with %s', (text, code) => {
    expect(codeOf(text, local)).toBe(code);
  });

  it('rejects an invalid configured host', () => {
    const create = (): unknown => createAddressGuard({ allowedHosts: ['not a host'] });

    expect(create).toThrow(TypeError);
    expect(create).toThrow('not a host: not a host');
  });

  it.each([
    ['http://127.0.0.1/', 'url_not_public'],
    ['http://127.0.0.1:443/', 'ok'],
    ['https://127.0.0.1/', 'ok'],
  ])('treats 80 as the port of plain http: responses %s with %s', (text, code) => {
    const checker = createAddressGuard({ allowedHosts: ['127.0.0.1'], apiHosts: ['127.0.0.1:80'] });

    expect(codeOf(text, checker)).toBe(code);
  });
});

describe('checkUrl on anything', () => {
  const scheme = fc.constantFrom(
    'https://',
    'http://',
    'https:',
    'HTTPS://',
    'ftp://',
    'foo://',
    'file:///',
    '',
  );
  const host = fc.oneof(
    fc.domain(),
    fc.ipV4Extended(),
    fc.ipV6().map((ip) => `[${ip}]`),
    fc.nat({ max: 0xffff_ffff }).map(String),
    fc.string(),
  );
  const text = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.webUrl(),
    fc
      .tuple(scheme, host, fc.constantFrom('', '/', ':443/', ':22/', '.', '/#a'))
      .map((parts) => parts.join('')),
  );

  it('never throws, and accepts only https to a public address or a dotted name', () => {
    fc.assert(
      fc.property(text, (candidate) => {
        const checked = guard.checkUrl(candidate);
        if ('code' in checked) return;
        const name = checked.url.hostname.replaceAll(/^\[|\]$/g, '');
        expect(checked.url.protocol).toBe('https:');
        expect(isIP(name) === 0 ? name.includes('.') : isPublicAddress(name)).toBe(true);
        expect(checked.url.username + checked.url.password + checked.url.hash).toBe('');
      }),
      { numRuns: 5000 },
    );
  });
});
