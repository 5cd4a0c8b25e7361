import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { unsignedHeaders } from '#shared/webhooks/domain/delivery-headers.ts';
import {
  checkHeaders,
  isReservedHeader,
  RESERVED_HEADERS,
  withRequestHeaders,
} from '#shared/webhooks/domain/request-headers.ts';
import { signatureHeaders } from '#shared/webhooks/sending/signature.ts';

const codes = (body: Readonly<Record<string, unknown>>) =>
  checkHeaders(body).problems.map(({ code }) => code);
const ofJson = (text: string): Record<string, unknown> => JSON.parse(text);

describe('checkHeaders', () => {
  it('accepts headers and keeps their spelling and order', () => {
    const body = { Authorization: 'Bearer a b', 'x-b': '!', 'X-A': 'a\tb ~', '1a': 'c', '-1': 'd' };

    expect(checkHeaders(body)).toEqual({
      headers: [
        ['Authorization', 'Bearer a b'],
        ['x-b', '!'],
        ['X-A', 'a\tb ~'],
        ['1a', 'c'],
        ['-1', 'd'],
      ],
      problems: [],
    });
  });

  it.each([
    '',
    'a b',
    'a:b',
    'a\r\nb',
    'ä',
    'a/b',
    'a"b',
    'a(b',
    ':path',
    'x'.repeat(65),
    '0',
    '42',
    '007',
    '9'.repeat(64),
  ])('rejects the name %j', (name) => {
    expect(codes({ [name]: 'v' })).toEqual(['header_name_invalid']);
  });

  it('accepts a name of 64 characters, and every character of a token', () => {
    expect(codes({ ['x'.repeat(64)]: 'v', "!#$%&'*+-.^_`|~09azAZ": 'v' })).toEqual([]);
  });

  it.each(['', ' a', 'a ', '\ta', 'a\t', 'a\r\nb', 'a\nb', 'a\0b', 'a\u007fb', 'ä', '€', 'x'.repeat(1025)])(
    'rejects the value %j without repeating it',
    (value) => {
      const { problems } = checkHeaders({ 'X-A': value });

      expect(problems.map(({ code }) => code)).toEqual(['header_value_invalid']);
      if (value.trim().length > 1) expect(problems[0]?.detail).not.toContain(value);
    },
  );

  it.each([null, 1, true, ['a'], { a: 'b' }])('rejects %j as a value', (value) => {
    expect(codes({ 'X-A': value })).toEqual(['invalid_type']);
  });

  it.each(['x-a', 'X_A', 'x_a'])('rejects %s beside X-A', (name) => {
    expect(checkHeaders({ 'X-A': 'a', [name]: 'b', 'X-B': 'c' }).problems).toMatchObject([
      { name, code: 'header_repeated' },
    ]);
  });

  it('accepts 10 headers and rejects 11 with one problem', () => {
    const many = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`X-${index}`, 'v']));

    expect(codes(many(10))).toEqual([]);
    expect(codes({ ...many(10), Host: '' })).toEqual(['too_many_items']);
  });

  it('counts the bytes of all headers as JSON', () => {
    // {"X-A":"…","X-B":"…"}: 19 bytes without the values.
    const sized = (bytes: number) => ({ 'X-A': 'a'.repeat(1024), 'X-B': 'b'.repeat(bytes - 1024 - 19) });

    expect(codes(sized(2048))).toEqual([]);
    expect(codes(sized(2049))).toEqual(['too_long']);
    // Escaped characters count twice.
    expect(codes({ 'X-A': '"'.repeat(1024) })).toEqual(['too_long']);
  });

  it('reports every problem at once', () => {
    expect(codes({ Host: '', 'a b': 1, 'X-A': 'ok' })).toEqual([
      'header_reserved',
      'header_value_invalid',
      'header_name_invalid',
      'invalid_type',
    ]);
  });

  it('never repeats an invalid name, and says where it is', () => {
    const { problems } = checkHeaders({ 'X-A': 'a', 'Bearer s3cret': 1 });

    expect(problems).toMatchObject([
      { name: null, code: 'header_name_invalid', detail: expect.stringMatching(/^Header 2: Use a name/u) },
      { name: null, code: 'invalid_type', detail: expect.stringMatching(/^Header 2: Use a string/u) },
    ]);
    expect(JSON.stringify(problems)).not.toContain('s3cret');
  });

  it('has no position beside a name of digits, because that has lost its own', () => {
    const details = checkHeaders({ 'a b': 'a', 1: 'b' }).problems.map(({ detail }) => detail);

    expect(details).toEqual([
      expect.stringMatching(/^Use a name.* not of digits only/u),
      expect.stringMatching(/^Use a name/u),
    ]);
  });

  it('neither accepts nor trips over names of members of objects', () => {
    expect(codes(ofJson('{"__proto__":"a","constructor":"b"}'))).toEqual([
      'header_reserved',
      'header_reserved',
    ]);
    expect(codes({ hasOwnProperty: 'a', toString: 'b' })).toEqual([]);
    expect(Object.hasOwn(Object.prototype, 'a')).toBe(false);
  });
});

describe('reserved headers', () => {
  it.each([
    'Content-Type',
    'content-length',
    'CONTENT-ENCODING',
    'User-Agent',
    'Host',
    'Connection',
    'Date',
    'Cookie',
    'X-Webhook-Anything',
    'webhook-id',
    'Webhook-Signature',
    'svix-id',
    'Transfer-Encoding',
    'TE',
    'Trailer',
    'Upgrade',
    'Keep-Alive',
    'Proxy-Authorization',
    'Expect',
    'Accept-Encoding',
    'HTTP2-Settings',
    'Via',
    'X-HTTP-Method-Override',
    'X-Original-URL',
    'X-Forwarded-For',
    'X-Forwarded',
    'X-Original-Host',
    'X-Original-Method',
    'X-Original-URI',
    'True-Client-IP',
    'CF-Connecting-IP',
    'X-Client-IP',
    'X-Cluster-Client-IP',
    'X-Envoy-Original-Path',
    'Range',
    'If-Match',
    'If-None-Match',
    'If-Modified-Since',
    'If-Unmodified-Since',
    'If-Range',
    'Sec-Fetch-Site',
    'Stripe-Signature',
    'Metadata-Flavor',
    '__proto__',
    // CGI and WSGI read these as the names with hyphens.
    'Content_Length',
    'X_Webhook_Signature',
    'transfer_encoding',
    'true_client_ip',
    'If_Match',
  ])('%s is reserved', (name) => {
    expect(isReservedHeader(name)).toBe(true);
  });

  it.each([
    'Authorization',
    'X-Api-Key',
    'Accept',
    'X-Webhooks',
    'Contented',
    'Origin',
    'Dates',
    'Ranges',
    'X-Forwardedness',
    'If',
    'Secret',
    'CF-Access-Client-Id',
    'X-Client-Id',
    'traceparent',
  ])('%s is not reserved', (name) => {
    expect(isReservedHeader(name)).toBe(false);
  });

  it('include every header of the platform', () => {
    const signed = signatureHeaders({
      secrets: ['whsec_YQ=='],
      eventId: 'e',
      timestamp: 1,
      body: Buffer.of(),
    });
    const platform = { ...unsignedHeaders({ event: 'e', deliveryId: 'd' }), ...signed };

    expect(Object.keys(platform).filter((name) => !isReservedHeader(name))).toEqual([]);
  });

  it('are all listed in the specification', () => {
    const text = readFileSync('docs/specification/webhooks.md', 'utf8');

    expect(RESERVED_HEADERS.filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
  });
});

describe('withRequestHeaders', () => {
  const platform = { 'content-type': 'application/json', 'new-header': 'of a later version' };

  it('adds the headers after those of the platform', () => {
    expect(Object.entries(withRequestHeaders(platform, [['X-A', 'a']]))).toEqual([
      ...Object.entries(platform),
      ['X-A', 'a'],
    ]);
  });

  it.each([
    ['a reserved name', 'Host', 'evil.example'],
    ['a name of the platform in another case', 'New-Header', 'own'],
    ['a name of the platform with an underscore', 'new_header', 'own'],
    ['an invalid name', 'X A', 'a'],
    ['an end of the line in a name', 'X-A\r\nHost', 'a'],
    ['an end of the line in a value', 'X-A', 'a\r\nHost: evil.example'],
    ['a character outside ASCII in a value', 'X-A', 'ä'],
  ])('drops a stored header with %s', (_, name, value) => {
    expect(withRequestHeaders(platform, [[name, value]])).toEqual(platform);
  });

  it('drops a stored header that repeats another one', () => {
    expect(
      withRequestHeaders({}, [
        ['X-A', 'a'],
        ['x_a', 'b'],
      ]),
    ).toEqual({ 'X-A': 'a' });
  });
});
