import { describe, expect, it } from 'vitest';
import { isWithin, readHost } from '#shared/biolinks/domain/host-name.ts';

/** A host of this length, in labels of 63 characters and a remainder. */
function hostOfLength(length: number): string {
  const labels = 'a'.repeat(63);
  return `${labels}.${labels}.${labels}.`.padEnd(length, 'b');
}

describe('readHost', () => {
  it.each([
    ['links.example.com', 'links.example.com'],
    ['  Links.Example.COM ', 'links.example.com'],
    ['links.example.com.', 'links.example.com'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['ＬＩＮＫＳ.example.com', 'links.example.com'],
    ['日本。jp', 'xn--wgv71a.jp'],
    ['a-b.1st.co.uk', 'a-b.1st.co.uk'],
    ['xn--bcher-kva.example', 'xn--bcher-kva.example'],
  ])('reads %j as %s', (text, host) => {
    expect(readHost(text)).toEqual({ host });
  });

  it.each([
    ['nothing', ''],
    ['a URL', 'https://links.example.com'],
    ['a path', 'links.example.com/me'],
    ['a port', 'links.example.com:8443'],
    ['a user', 'me@links.example.com'],
    ['a wildcard', '*.example.com'],
    ['an underscore', '_dmarc.example.com'],
    ['a space', 'links example.com'],
    ['a line break', 'links.example.com\nx'],
    ['a NUL', 'links.example.com\u0000'],
    ['a percent sign', 'links%2eexample.com'],
    ['a query', 'links.example.com?x'],
    ['one label', 'links'],
    ['a suffix alone', 'com'],
    ['an address', '192.0.2.1'],
    ['an address in another spelling', '0x7f.1'],
    ['an address as a number', '2130706433'],
    ['an IPv6 address', '[2001:db8::1]'],
    ['an IPv6 address without brackets', '2001:db8::1'],
    ['an empty label', 'links..example.com'],
    ['a hyphen first', '-links.example.com'],
    ['a hyphen last', 'links-.example.com'],
    ['a label of 64', `${'a'.repeat(64)}.example.com`],
    ['this machine', 'www.localhost'],
    ['a private network', 'printer.local'],
    ['a private network of companies', 'wiki.corp'],
    ['a hidden service', 'abc.onion'],
    ['reverse DNS', '1.2.0.192.in-addr.arpa'],
  ])('rejects %s', (_, text) => {
    expect(readHost(text)).toEqual({ code: 'invalid_format', detail: expect.stringMatching(/\.$/u) });
  });

  it('leaves room for the name of the TXT record: 232 characters', () => {
    expect(readHost(hostOfLength(232))).toHaveProperty('host');
    expect(readHost(hostOfLength(233))).toHaveProperty('code');
  });
});

describe('isWithin', () => {
  it.each([
    ['api.example.com', true],
    ['x.api.example.com', true],
    ['example.com', false],
    ['myapi.example.com', false],
  ])('of %s below api.example.com is %s', (host, within) => {
    expect(isWithin(host, ['pages.example.net', 'api.example.com'])).toBe(within);
  });
});
