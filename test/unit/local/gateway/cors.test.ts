import { describe, expect, it } from 'vitest';
import { corsHeaders, isPreflight } from '#local/gateway/cors.ts';

const cors = {
  origins: ['*'],
  methods: ['GET', 'POST'],
  headers: ['x-api-key'],
  exposed: ['ETag'],
  maxAgeSeconds: 60,
  credentials: false,
};
const preflight = { method: 'OPTIONS', origin: 'https://a.example', requestedMethod: 'POST' };
const simple = { method: 'GET', origin: 'https://a.example', requestedMethod: undefined };

describe('corsHeaders', () => {
  it('returns methods, headers and age to a preflight', () => {
    expect(corsHeaders(cors, preflight)).toEqual({
      'access-control-allow-origin': '*',
      'access-control-expose-headers': 'ETag',
      'access-control-allow-methods': 'GET,POST',
      'access-control-allow-headers': 'x-api-key',
      'access-control-max-age': '60',
    });
  });

  it('adds its headers to the response of a simple request', () => {
    expect(corsHeaders(cors, simple)).toEqual({
      'access-control-allow-origin': '*',
      'access-control-expose-headers': 'ETag',
    });
  });

  it('adds nothing for a third-party origin or without one', () => {
    expect(corsHeaders({ ...cors, origins: ['https://b.example'] }, simple)).toEqual({});
    expect(corsHeaders(cors, { ...simple, origin: undefined })).toEqual({});
    expect(corsHeaders(undefined, simple)).toEqual({});
  });
});

describe('isPreflight', () => {
  it('requires both headers and OPTIONS', () => {
    expect(isPreflight(preflight)).toBe(true);
    expect(isPreflight({ ...preflight, requestedMethod: undefined })).toBe(false);
    expect(isPreflight({ ...preflight, method: 'GET' })).toBe(false);
  });
});
