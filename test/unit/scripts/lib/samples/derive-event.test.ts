import { describe, expect, it } from 'vitest';
import { deriveEvent } from '#scripts/lib/samples/derive-event.ts';

const base = {
  version: '2.0',
  routeKey: 'PATCH /things/{thing}',
  rawPath: '/things/{{thingId}}',
  rawQueryString: 'dry=true',
  headers: { authorization: 'Bearer {{apiKey}}', 'content-type': 'application/json' },
  pathParameters: { thing: '{{thingId}}' },
  queryStringParameters: { dry: 'true' },
  requestContext: {
    stage: '$default',
    routeKey: 'PATCH /things/{thing}',
    http: { method: 'PATCH', path: '/things/{{thingId}}', sourceIp: '203.0.113.7' },
  },
  body: '{"name": "Ada"}',
  isBase64Encoded: false,
};

describe('deriveEvent', () => {
  it('returns an event without changes unchanged', () => {
    expect(deriveEvent(base, {})).toEqual(base);
  });

  it('adds, replaces and removes headers', () => {
    const headers = { 'if-match': '"3"', authorization: 'Bearer x', 'content-type': null };

    expect(deriveEvent(base, { headers })).toEqual({
      ...base,
      headers: { authorization: 'Bearer x', 'if-match': '"3"' },
    });
  });

  it('replaces the path if a parameter of it changes', () => {
    const event = deriveEvent(base, { pathParameters: { thing: 'unknown' } });

    expect(event.rawPath).toBe('/things/unknown');
    expect(event.requestContext.http).toEqual({
      method: 'PATCH',
      path: '/things/unknown',
      sourceIp: '203.0.113.7',
    });
  });

  it('replaces method, path and route of the context if the route changes', () => {
    const event = deriveEvent(base, { routeKey: 'PUT /items/{thing}' });

    expect(event).toMatchObject({
      routeKey: 'PUT /items/{thing}',
      rawPath: '/items/{{thingId}}',
      requestContext: { routeKey: 'PUT /items/{thing}', http: { method: 'PUT', path: '/items/{{thingId}}' } },
    });
  });

  it('accepts a given path', () => {
    const event = deriveEvent(base, { rawPath: '/things/%20', pathParameters: { thing: ' ' } });

    expect([event.rawPath, event.requestContext.http['path']]).toEqual(['/things/%20', '/things/%20']);
  });

  it('writes the query string of changed parameters', () => {
    const added = deriveEvent(base, { queryStringParameters: { since: '2026-11-20T00:00:00Z' } });
    const removed = deriveEvent(base, { queryStringParameters: null });

    expect(added.rawQueryString).toBe('dry=true&since=2026-11-20T00%3A00%3A00Z');
    expect([removed.rawQueryString, 'queryStringParameters' in removed]).toEqual(['', false]);
  });

  it.each([
    ['a JSON value as text', { name: null, items: [1] }, '{"name":null,"items":[1]}'],
    [
      'a placeholder of a number without quotes',
      { account: '{{accountId:number}}' },
      '{"account":{{accountId}}}',
    ],
    ['a placeholder of a string with quotes', { slug: '{{freeSlug}}' }, '{"slug":"{{freeSlug}}"}'],
    ['text that is not valid JSON', '{"name": ', '{"name": '],
  ])('writes %s', (_, body, text) => {
    expect(deriveEvent(base, { body })['body']).toBe(text);
  });

  it('removes a body', () => {
    expect(deriveEvent(base, { body: null })).not.toHaveProperty('body');
  });

  it('does not modify the event that it extends', () => {
    const before = structuredClone(base);
    deriveEvent(base, { headers: { authorization: null }, pathParameters: { thing: 'x' }, body: {} });

    expect(base).toEqual(before);
  });
});
