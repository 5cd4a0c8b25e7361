import { describe, expect, it } from 'vitest';
import { parseJson, requireJson } from '#shared/platform/http/steps/parse-json.ts';
import { anHttpEvent, aStepContext, type RequestParts } from '#test/support/fixtures/platform/http-event.ts';

function requireType(contentType: string | undefined, parts: RequestParts = { body: '{}' }) {
  const headers = contentType === undefined ? {} : { 'content-type': contentType };
  return () =>
    requireJson()({ event: anHttpEvent({ method: 'POST', ...parts, headers }), context: aStepContext() });
}

function parse(parts: RequestParts, optional = false): unknown {
  const context = aStepContext();
  void parseJson(optional)({ event: anHttpEvent(parts), context });
  return context.requestContext.json;
}

describe('requireJson', () => {
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
  ])('takes %s (G12)', (contentType) => {
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
  ])('refuses %s', (contentType) => {
    expect(requireType(contentType)).toThrow(expect.objectContaining({ code: 'unsupported_media_type' }));
  });

  it.each([
    ['POST', 'Accept-Post'],
    ['PATCH', 'Accept-Patch'],
  ])('tells after %s what it takes in %s', (method, header) => {
    expect(requireType('text/plain', { method, body: 'x' })).toThrow(
      expect.objectContaining({ extras: { headers: { [header]: 'application/json' } } }),
    );
  });

  it.each([{}, { body: '' }])('does not look at the type of an empty body', (parts) => {
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

  it.each(['{', '{"a":}', "{'a':1}", 'undefined', 'NaN', '{"a":1}x', '\u0000'])(
    'refuses %j (G11)',
    (body) => {
      expect(() => parse({ body })).toThrow(expect.objectContaining({ code: 'malformed_json' }));
    },
  );

  it('never repeats the text it refuses', () => {
    expect(() => parse({ body: '{"password":hunter2' })).toThrow(/^The body is not valid JSON\.$/u);
  });

  it('refuses bytes that are not UTF-8', () => {
    const body = Buffer.from([0x22, 0xc3, 0x28, 0x22]).toString('base64');

    expect(() => parse({ body, isBase64Encoded: true })).toThrow(
      expect.objectContaining({ code: 'malformed_json', message: expect.stringContaining('UTF-8') }),
    );
  });

  it.each([{}, { body: '' }, { body: ' \r\n' }, { body: '', isBase64Encoded: true }])(
    'asks for a body in %j',
    (parts) => {
      expect(() => parse(parts)).toThrow(expect.objectContaining({ code: 'body_required' }));
      expect(parse(parts, true)).toEqual({});
    },
  );

  it('leaves what is not an object to the schema', () => {
    expect(parse({ body: '[1]' })).toEqual([1]);
    expect(parse({ body: 'null' })).toBeNull();
  });
});
