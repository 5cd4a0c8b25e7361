import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readIdempotencyRequest } from '#shared/platform/http/idempotency-request.ts';
import headers from '#test/corpus/idempotency-keys.json' with { type: 'json' };
import { secondsAfterNow, NOW } from '#test/support/builders/platform/command-builders.ts';
import { anHttpEvent } from '#test/support/fixtures/platform/http-event.ts';

type Claiming = {
  readonly key?: string;
  readonly keyId?: string;
  readonly route?: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly path?: string;
  readonly text?: string;
  readonly json?: unknown;
};

function request({
  key = 'k-1',
  keyId = 'key-1',
  route = 'POST /a/{a}',
  params = { a: '1' },
  path = '/a/1',
  text = '{}',
  json = {},
}: Claiming = {}) {
  const event = anHttpEvent({ method: 'POST', path, body: text, headers: { 'idempotency-key': key } });
  return readIdempotencyRequest({ ...event, routeKey: route }, { keyId, params }, json, NOW);
}

function ofText(text: string) {
  return request({ text, json: JSON.parse(text) })?.fingerprint;
}

describe('readIdempotencyRequest', () => {
  it('returns undefined without the header', () => {
    expect(
      readIdempotencyRequest(anHttpEvent({ method: 'POST' }), { keyId: 'key-1', params: {} }, {}, NOW),
    ).toBeUndefined();
  });

  it('lasts 24 hours', () => {
    expect(request()?.expiresAt).toEqual(secondsAfterNow(86_400));
  });

  it('is the same for the same request', () => {
    expect(request()).toEqual(request());
  });

  it.each([{ key: 'k-2' }, { keyId: 'key-2' }, { route: 'POST /b/{a}' }, { params: { a: '2' } }])(
    'is different for %j: scope is API key, route, path parameters and Idempotency-Key',
    (other) => {
      expect(request(other)?.id).not.toBe(request()?.id);
    },
  );

  it.each([{ path: '/%61/1' }, { path: '/a/%31' }, { path: '/A/1' }])(
    'is the same for another spelling of the path: %j',
    (other) => {
      expect(request(other)?.id).toBe(request()?.id);
    },
  );

  it('does not depend on the order of the path parameters', () => {
    expect(request({ params: { a: '1', b: '2' } })?.id).toBe(request({ params: { b: '2', a: '1' } })?.id);
  });

  it('separates the parts of its scope', () => {
    expect(request({ params: { a: '1' }, key: 'bc' })?.id).not.toBe(
      request({ params: { a: '1b' }, key: 'c' })?.id,
    );
  });

  it('reveals neither key nor body', () => {
    const { id, fingerprint } = request({ key: 'plain', json: { password: 'hunter2' } }) ?? {};

    expect([id, fingerprint]).toEqual([
      expect.stringMatching(/^[0-9a-f]{64}$/u),
      expect.stringMatching(/^[0-9a-f]{64}$/u),
    ]);
  });
});

describe('readIdempotencyRequest, the format of the key', () => {
  it.each([
    'a',
    'x'.repeat(255),
    'with space',
    '8e03978e-40d5-43dd-bc93-6894a57f9324',
    '~!@#$%^&*()',
    'a"b',
    '"',
  ])('accepts %s', (key) => {
    expect(request({ key })).toBeDefined();
  });

  it('strips surrounding white space and one pair of quotes', () => {
    expect(request({ key: ' "k-1" ' })?.id).toBe(request()?.id);
    expect(request({ key: '""k-1""' })?.id).not.toBe(request()?.id);
    expect(request({ key: '"k-1' })?.id).not.toBe(request()?.id);
  });

  it('measures a quoted key without its quotes', () => {
    expect(request({ key: `"${'x'.repeat(255)}"` })).toBeDefined();
  });

  it.each(['', '  ', '""', 'x'.repeat(256), 'ünïcödé', 'tab\there', 'nul\u0000', 'line\nbreak', '\u007f'])(
    'rejects %j',
    (key) => {
      expect(() => request({ key })).toThrow(expect.objectContaining({ code: 'idempotency_key_invalid' }));
    },
  );
});

describe('readIdempotencyRequest, keys of the world', () => {
  it.each(headers)('$input is $right ($report)', ({ input, right }) => {
    const read = () => request({ key: input });

    if (right === null) expect(read).toThrow(expect.objectContaining({ code: 'idempotency_key_invalid' }));
    else expect(read()?.id).toBe(request({ key: quote(right) })?.id);
  });

  it('reads the same key from each quoted form, and never one key from two lines', () => {
    // Without quotes: two halves of one quoted string cannot be told from a string with a comma.
    const keys = fc.stringMatching(/^[!#-\x7e](?:[ !#-\x7e]{0,50}[!#-\x7e])?$/u);
    fc.assert(
      fc.property(keys, keys, fc.constantFrom(',', ', ', ' ,'), (one, other, joint) => {
        expect(request({ key: quote(one) })?.id === request({ key: quote(other) })?.id).toBe(one === other);
        for (const [first, second] of [
          [one, other],
          [one, one],
          [quote(one), quote(other)],
        ] as const)
          expect(() => request({ key: `${first}${joint}${second}` })).toThrow('once');
      }),
    );
  });
});

function quote(key: string): string {
  return `"${key.replaceAll(/["\\]/gu, '\\$&')}"`;
}

describe('readIdempotencyRequest, the fingerprint of the body (RFC 8785)', () => {
  it.each([
    ['{"a":1,"b":2}', '{"b":2,"a":1}'],
    ['{"a":1}', ' {\n"a" :\t1 } '],
    ['{"a":1}', '{"a":1.0}'],
    ['{"a":"é"}', '{"a":"\\u00e9"}'],
    ['{"a":{"c":1,"b":2}}', '{"a":{"b":2,"c":1}}'],
  ])('treats %s and %s as equal', (first, second) => {
    expect(ofText(first)).toBe(ofText(second));
  });

  it.each([
    ['{"a":1}', '{"a":2}'],
    ['{"a":1}', '{"a":"1"}'],
    ['{"a":null}', '{}'],
    ['[1,2]', '[2,1]'],
    ['{"a":"x"}', '{"a":"x "}'],
  ])('distinguishes %s from %s', (first, second) => {
    expect(ofText(first)).not.toBe(ofText(second));
  });

  it.each(['{"a":"\\ud800"}', '{"a":1e999}'])(
    'compares %s, which has no canonical form, by its text',
    (text) => {
      expect(ofText(text)).toBe(ofText(text));
      expect(ofText(text)).not.toBe(ofText(` ${text}`));
      expect(ofText(text)).not.toBe(ofText('{"a":null}'));
    },
  );

  it('survives a body nested very deep', () => {
    expect(ofText(`${'['.repeat(100_000)}${']'.repeat(100_000)}`)).toBeDefined();
  });

  it('exists for a request without a body', () => {
    const event = anHttpEvent({ method: 'POST', headers: { 'idempotency-key': 'k' } });

    expect(
      readIdempotencyRequest(event, { keyId: 'key-1', params: {} }, undefined, NOW)?.fingerprint,
    ).toMatch(/^[0-9a-f]{64}$/u);
  });
});

describe('readIdempotencyRequest, a body that contains a secret', () => {
  it('hashes it with the Idempotency-Key, which is stored nowhere, so that the hash cannot be brute-forced', () => {
    const json = { settings: { protection: { password: 'abcd' } } };
    const plain = createHash('sha256').update(JSON.stringify(json)).digest('hex');

    expect(request({ json })?.fingerprint).not.toBe(plain);
    expect(request({ json, key: 'k-2' })?.fingerprint).not.toBe(request({ json })?.fingerprint);
  });
});
