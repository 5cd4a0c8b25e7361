import { describe, expect, it } from 'vitest';
import { parseJson } from '#shared/platform/http/read-request.ts';
import { createRequestContext, limitBody, requireMediaType } from '#shared/platform/http/request-checks.ts';
import { timeOfId } from '#shared/platform/runtime/ids.ts';
import { NOW } from '#test/support/builders/platform/command-builders.ts';
import { anHttpEvent, HOSTS, type RequestParts } from '#test/support/fixtures/platform/http-event.ts';
import { thingOperation } from '#test/support/fixtures/platform/thing-function.ts';

function open(headers: Record<string, string> = {}, host = 'api.example.com') {
  return createRequestContext(anHttpEvent({ headers, host }), HOSTS, NOW);
}

describe('createRequestContext', () => {
  it.each(['abcdefgh', 'A-Z_0123', 'compat_run-12', 'x'.repeat(64)])('keeps the request id %s', (id) => {
    expect(open({ 'x-request-id': id }).requestId).toBe(id);
  });

  it.each(['', 'short12', 'x'.repeat(65), 'has space', 'semi;colon', 'ünïcödé', 'line\nbreak'])(
    'makes one instead of %j',
    (id) => {
      const { requestId } = open({ 'x-request-id': id });

      expect(requestId).not.toBe(id);
      expect(timeOfId(requestId)).toEqual(NOW);
    },
  );

  it.each([
    `wsk_${'a'.repeat(40)}`,
    `pat_${'a'.repeat(36)}`,
    `wlk_${'a'.repeat(36)}`,
    `whsec_${'a'.repeat(32)}`,
    `Bearer-wsk_${'a'.repeat(40)}`,
  ])('never takes what looks like a secret: %s', (secret) => {
    expect(open({ 'x-request-id': secret }).requestId).not.toContain('aaaaaaaa');
  });

  it('knows the address the caller used', () => {
    expect(open().baseUrl).toBe('https://api.example.com');
    expect(open({ 'x-forwarded-proto': 'http' }).baseUrl).toBe('http://api.example.com');
  });

  it.each([
    ['x1.execute-api.example.com', 'https://x1.execute-api.example.com'],
    ['links.customer.example', 'https://api.example.com'],
  ])('of a request to %s is %s', (host, baseUrl) => {
    expect(open({}, host).baseUrl).toBe(baseUrl);
  });

  it('takes one instant for the whole request', () => {
    expect(open().receivedAt).toEqual(NOW);
  });
});

const LIMIT = 262_144;

function limit(parts: RequestParts) {
  return () => limitBody(thingOperation, anHttpEvent(parts));
}

function base64(bytes: number): RequestParts {
  return { body: Buffer.alloc(bytes).toString('base64'), isBase64Encoded: true };
}

const tooLarge = expect.objectContaining({ code: 'payload_too_large', extras: { max_bytes: LIMIT } });

describe('limitBody', () => {
  it.each([0, 1, LIMIT - 1, LIMIT])('takes %i bytes, as text or base64', (bytes) => {
    expect(limit({ body: 'x'.repeat(bytes) })).not.toThrow();
    expect(limit(base64(bytes))).not.toThrow();
  });

  it('rejects one byte more', () => {
    expect(limit({ body: 'x'.repeat(LIMIT + 1) })).toThrow(tooLarge);
    expect(limit(base64(LIMIT + 1))).toThrow(tooLarge);
  });

  it('counts bytes, not characters', () => {
    expect(limit({ body: 'ä'.repeat(LIMIT / 2) })).not.toThrow();
    expect(limit({ body: 'ä'.repeat(LIMIT / 2 + 1) })).toThrow(tooLarge);
  });

  it('takes no body for a small one', () => {
    expect(limit({})).not.toThrow();
  });
});

function requireType(contentType: string | undefined, parts: RequestParts = { body: '{}' }) {
  const headers = contentType === undefined ? {} : { 'content-type': contentType };
  return () => requireMediaType(thingOperation, anHttpEvent({ method: 'POST', ...parts, headers }));
}

function parse(parts: RequestParts, optional = false): unknown {
  return parseJson({ ...thingOperation, optionalBody: optional }, anHttpEvent({ method: 'POST', ...parts }));
}

describe('requireMediaType', () => {
  it.each(['gzip', 'br', 'GZIP', 'gzip, identity'])('rejects the Content-Encoding %s', (encoding) => {
    const headers = { 'content-type': 'application/json', 'content-encoding': encoding };
    const check = () =>
      requireMediaType(thingOperation, anHttpEvent({ method: 'POST', body: 'H4sI', headers }));

    expect(check).toThrow(/Content-Encoding is not supported/u);
    expect(check).toThrow(expect.objectContaining({ code: 'unsupported_media_type' }));
  });

  it.each(['identity', ''])('accepts the Content-Encoding "%s"', (encoding) => {
    const headers = { 'content-type': 'application/json', 'content-encoding': encoding };

    expect(() =>
      requireMediaType(thingOperation, anHttpEvent({ method: 'POST', body: '{}', headers })),
    ).not.toThrow();
  });

  it.each([
    'application/json',
    'Application/JSON',
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
    'application/json ; charset = utf-8 ',
    // Only the charset of the parameters counts.
    'application/json; version=1',
    'application/json;',
    'application/merge-patch+json',
    'application/vnd.workspace.v1+json; charset=utf-8',
  ])('accepts %s', (contentType) => {
    expect(requireType(contentType)).not.toThrow();
  });

  it.each([
    undefined,
    '',
    'text/plain',
    'text/json',
    'application/xml',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=json',
    'application/jsonp',
    'application/json; charset=latin1',
    'application/json, text/plain',
    'xapplication/json',
  ])('rejects %s', (contentType) => {
    expect(requireType(contentType)).toThrow(expect.objectContaining({ code: 'unsupported_media_type' }));
  });

  it.each([
    ['POST', 'Accept-Post'],
    ['PATCH', 'Accept-Patch'],
  ])('reports after %s the accepted types in %s', (method, header) => {
    expect(requireType('text/plain', { method, body: 'x' })).toThrow(
      expect.objectContaining({ extras: { headers: { [header]: 'application/json' } } }),
    );
  });

  it.each([{}, { body: '' }])('ignores the type of an empty body', (parts) => {
    expect(requireType('text/plain', parts)).not.toThrow();
  });
});

describe('parseJson', () => {
  it('reads text and base64', () => {
    expect(parse({ body: '{"a":"ä"}' })).toEqual({ a: 'ä' });
    expect(parse({ body: Buffer.from('{"a":"ä"}').toString('base64'), isBase64Encoded: true })).toEqual({
      a: 'ä',
    });
  });

  it.each(['{', '{"a":}', "{'a':1}", 'undefined', 'NaN', '{"a":1}x', '\u0000'])('rejects %j', (body) => {
    expect(() => parse({ body })).toThrow(expect.objectContaining({ code: 'malformed_json' }));
  });

  it('never repeats the rejected text', () => {
    expect(() => parse({ body: '{"password":hunter2' })).toThrow(
      /^The body is not valid JSON\. Send one JSON object without trailing text\.$/u,
    );
  });

  it('reports a byte order mark, which an editor does not show', () => {
    expect(() => parse({ body: '\uFEFF{}' })).toThrow(
      expect.objectContaining({
        code: 'malformed_json',
        message: expect.stringContaining('byte order mark'),
      }),
    );
  });

  it('rejects bytes that are not UTF-8', () => {
    const body = Buffer.from([0x22, 0xc3, 0x28, 0x22]).toString('base64');

    expect(() => parse({ body, isBase64Encoded: true })).toThrow(
      expect.objectContaining({ code: 'malformed_json', message: expect.stringContaining('UTF-8') }),
    );
  });

  it.each([{}, { body: '' }, { body: ' \r\n' }, { body: '', isBase64Encoded: true }])(
    'requires a body in %j',
    (parts) => {
      expect(() => parse(parts)).toThrow(expect.objectContaining({ code: 'body_required' }));
      expect(parse(parts, true)).toEqual({});
    },
  );

  it('leaves the check for an object to the schema', () => {
    expect(parse({ body: '[1]' })).toEqual([1]);
    expect(parse({ body: 'null' })).toBeNull();
  });
});
