import { describe, expect, it } from 'vitest';
import { PlatformError } from '#shared/platform/core/errors.ts';
import { readCredential } from '#shared/platform/http/authorize.ts';

function codeOf(headers: Record<string, string>, cookies?: string[]): string {
  try {
    const credential = readCredential({ headers, ...(cookies ? { cookies } : {}) });
    return credential.kind === 'key' ? credential.text : credential.kind;
  } catch (error) {
    if (error instanceof PlatformError) return error.code;
    throw error;
  }
}

describe('readCredential', () => {
  it.each([
    [{ authorization: 'Bearer wsk_a' }, 'wsk_a'],
    [{ authorization: 'bearer   wsk_a ' }, 'wsk_a'],
    [{ 'x-api-key': 'wsk_a' }, 'wsk_a'],
    [{ 'x-api-key': ' wsk_a ' }, 'wsk_a'],
    [{ authorization: 'Bearer wsk_a', 'x-api-key': 'wsk_a' }, 'wsk_a'],
    [{ authorization: 'Bearer wsk_a', 'x-api-key': '' }, 'wsk_a'],
    // Sent twice: the gateway joins repeated headers with commas.
    [{ 'x-api-key': 'wsk_a,wsk_a' }, 'wsk_a'],
    [{ authorization: 'Bearer wsk_a, Bearer wsk_a' }, 'wsk_a'],
    [{ 'x-api-key': 'wsk_a,wsk_b' }, 'ambiguous_credentials'],
  ])('reads %j', (headers, key) => {
    expect(codeOf(headers)).toBe(key);
  });

  it('rejects two different keys', () => {
    expect(codeOf({ authorization: 'Bearer wsk_a', 'x-api-key': 'wsk_b' })).toBe('ambiguous_credentials');
  });

  it.each([{}, { 'x-api-key': '' }, { 'x-api-key': '  ' }])('requires one in %j', (headers) => {
    expect(codeOf(headers)).toBe('authentication_required');
  });

  it.each(['', 'Basic dXNlcjpwYXNz', 'wsk_a', 'Bearer', 'Bearer ', 'Bearer wsk_a wsk_b', 'Token wsk_a'])(
    'rejects the Authorization %j, whatever x-api-key contains, and lists both forms',
    (authorization) => {
      const headers = { authorization, 'x-api-key': 'wsk_a' };

      expect(codeOf(headers)).toBe('authentication_required');
      expect(() => readCredential({ headers })).toThrow(/Bearer wsk_….*x-api-key/u);
    },
  );

  it.each([
    [{ authorization: 'Bearer pat_x' }, undefined],
    [{ 'x-api-key': 'wlk_x' }, undefined],
    [{}, ['theme=dark', 'sid=x']],
  ])('recognises %j %j as another kind', (headers, cookies) => {
    expect(codeOf(headers, cookies)).toBe('other');
  });

  it('prefers a key to a session, and recognises a session only by its exact name', () => {
    expect(codeOf({ 'x-api-key': 'wsk_a' }, ['sid=x'])).toBe('wsk_a');
    expect(codeOf({}, ['xsid=x'])).toBe('authentication_required');
  });
});
