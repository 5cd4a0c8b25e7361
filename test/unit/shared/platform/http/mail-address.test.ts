import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { mailAddress } from '#shared/platform/http/mail-address.ts';

describe('mailAddress (RFC 5321, RFC 6531)', () => {
  it.each([
    'ada@example.com',
    'ada.lovelace+notes@mail.example.co.uk',
    "o'brien@example.com",
    'a+b&c@example.com',
    'x@example.xn--p1ai',
    'a_b-c/d=e?f#g%h@a-b.example',
    'info@bücher.de',
    'δοκιμή@παράδειγμα.ελ',
    '用户@例子.广告',
    `${'a'.repeat(64)}@example.com`,
  ])('accepts %s', (text) => {
    expect(v.parse(mailAddress, text)).toBe(text);
  });

  it('trims white space at its ends', () => {
    expect(v.parse(mailAddress, ' ada@example.com ')).toBe('ada@example.com');
  });

  it.each([
    'ada',
    '@example.com',
    'ada@',
    'ada@localhost',
    'ada@127.0.0.1',
    'ada@[127.0.0.1]',
    'a b@example.com',
    'ada@exam ple.com',
    'ada\u00a0l@example.com',
    'ada@example.com@example.org',
    'ada@example.com,bob@example.com',
    'ada@example.com;bob',
    '<ada@example.com>',
    'mailto:ada@example.com',
    '"ada"@example.com',
    'ada(x)@example.com',
    'a\\b@example.com',
    'ada@example.com?subject=x',
    '.ada@example.com',
    'a..b@example.com',
    'ada@-example.com',
    'ada@example-.com',
    'ada@example..com',
    'ada@example.com.',
    `${'a'.repeat(65)}@example.com`,
    'ada\u202e@example.com',
    'ada\u0007@example.com',
    'ada\n@example.com',
  ])('rejects %j', (text) => {
    expect(v.is(mailAddress, text)).toBe(false);
  });

  it('rejects a long text quickly', () => {
    const text = `a@${'a-'.repeat(50_000)}`;
    const start = performance.now();

    expect(v.is(mailAddress, text)).toBe(false);
    expect(performance.now() - start).toBeLessThan(500);
  });
});
