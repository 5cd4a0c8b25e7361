import { describe, expect, it } from 'vitest';
import { retryableError, unauthorisedError } from '#shared/publishing/networks/publishing-stop.ts';
import { toProfile, verifyBy, webUrl } from '#shared/publishing/networks/verify.ts';

describe('webUrl', () => {
  it.each(['https://example.com/a', 'http://example.com/a'])('keeps %s', (text) => {
    expect(webUrl(text)).toBe(text);
  });

  it.each([
    null,
    undefined,
    '',
    '/a',
    'javascript:alert(1)',
    'data:image/png;base64,AA==',
    `https://a.b/${'x'.repeat(2048)}`,
    'https://a.b/\u0000',
    'https://a.b/\ud800',
    'https://a.b/ c',
  ])('returns nothing for %s, to which no browser may be sent', (text) => {
    expect(webUrl(text)).toBeNull();
  });
});

describe('toProfile', () => {
  it('has no name for an empty one, and no image for an invalid web address', () => {
    expect(toProfile('ada', ' ', 'javascript:alert(1)', { id: 7 })).toEqual({
      identity: '7',
      username: 'ada',
      name: null,
      image: null,
    });
  });

  it('truncates names between characters', () => {
    const { username, name } = toProfile('😀'.repeat(300), ` ${'é'.repeat(300)}`, null, { id: 7 });

    expect([...username]).toHaveLength(255);
    expect(name).toBe('é'.repeat(255));
  });
});

describe('toProfile, with characters that no event can contain', () => {
  it('returns names of one line', () => {
    expect(toProfile('a\u0000d\ud800a', ' Ada\u0007\nL.\u2028👩\u200d💻 ', null, { id: 7 })).toEqual({
      identity: '7',
      username: 'ad\ufffda',
      name: 'Ada L. 👩\u200d💻',
      image: null,
    });
  });

  it('returns no profile if nothing is left of the user name', async () => {
    expect(await verifyBy(async () => toProfile('\u0000 \n', 'Ada', null, { id: 7 }))).toEqual({
      kind: 'unreachable',
      detail: 'The social network returned an account without a user name.',
    });
  });
});

describe('verifyBy', () => {
  it('rejects permanent errors, and reports all others as unreachable', async () => {
    const rejected = await verifyBy(() => Promise.reject(unauthorisedError('Wrong password.')));
    const unreachable = await verifyBy(() => Promise.reject(retryableError('rate_limited', 'Later.')));

    expect(rejected).toEqual({ kind: 'rejected', detail: 'Wrong password.' });
    expect(unreachable).toEqual({ kind: 'unreachable', detail: 'Later.' });
  });

  it('rethrows an internal error', async () => {
    await expect(verifyBy(() => Promise.reject(new TypeError('a bug')))).rejects.toThrow(
      new TypeError('a bug'),
    );
  });
});
