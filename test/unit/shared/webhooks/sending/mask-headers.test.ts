import { describe, expect, it } from 'vitest';
import { maskSecrets, secretTexts } from '#shared/webhooks/sending/mask-headers.ts';

const masked = (text: string, value: string, end = text.length) =>
  maskSecrets(text, end, secretTexts([['X-Key', value]]));

describe('secretTexts', () => {
  it('are the values, and the credential of a value without its scheme', () => {
    expect(secretTexts([['Authorization', 'Bearer s3cret-token']])).toEqual([
      'Bearer s3cret-token',
      's3cret-token',
    ]);
  });

  it('are no short texts, which a response can have by chance', () => {
    expect(secretTexts([['X-Version', '1']])).toEqual([]);
  });
});

describe('maskSecrets', () => {
  it('hides a value that the receiver sends back, also without its scheme', () => {
    const text = '{"authorization": "Bearer s3cret-token", "token": "s3cret-token"}';

    expect(masked(text, 'Bearer s3cret-token')).toBe('{"authorization": "•••", "token": "•••"}');
  });

  it('hides values that touch one by one, and values that overlap together', () => {
    expect(masked('s3cret-tokens3cret-token!', 's3cret-token')).toBe('••••••!');
    expect(masked('abcdabcdabcd!', 'abcdabcd')).toBe('•••!');
  });

  it('hides a value that lies across the end, or ends there', () => {
    expect(masked('key: s3cret-token', 's3cret-token', 9)).toBe('key: •••');
    expect(masked('key: s3cret-token!', 's3cret-token', 17)).toBe('key: •••');
  });

  it('hides the beginning of a value at the end of the text, from 4 characters on', () => {
    expect(masked('key: s3cr', 's3cret-token')).toBe('key: •••');
    expect(masked('key: s3c', 's3cret-token')).toBe('key: s3c');
  });

  it('keeps the text before the end if a value begins after it', () => {
    expect(masked('key: s3cret-token', 's3cret-token', 5)).toBe('key: ');
  });

  it.each([
    ['another case', 'BEARER AB"C/D<E&F\'G%H'],
    ['JSON', String.raw`bearer ab\"c/d<e&f'g%h`],
    ['JSON of PHP', String.raw`bearer ab\"c\/d<e&f'g%h`],
    ['JSON of Go', String.raw`bearer ab\"c/d\u003ce\u0026f'g%h`],
    ['a literal of Python', String.raw`bearer ab\x22c/d<e&f\'g%h`],
    ['percent encoding', `bearer%20ab%22c%2fd%3Ce%26f'g%25h`],
    ['a form', `bearer+ab%22c/d%3Ce%26f%27g%25h`],
    ['HTML', 'bearer ab&quot;c/d&lt;e&amp;f&#39;g%h'],
    ['HTML with codes', 'bearer&nbsp;ab&#34;c&#x2F;d&#x0003c;e&#0038;f&apos;g&percnt;h'],
    ['JSON in HTML', String.raw`bearer ab\&quot;c/d&lt;e&amp;f&#039;g%h`],
    ['JSON in JSON', String.raw`bearer ab\\\"c/d<e&f'g%h`],
  ])('hides a value in %s', (_, echo) => {
    expect(masked(`<${echo}>`, `Bearer ab"c/d<e&f'g%h`)).toBe('<•••>');
  });

  it('hides a value that looks like an escape itself', () => {
    for (const value of ['100%25off%41', String.raw`a\u0041\"\\z`, 'a&amp;&lt;b;']) {
      expect(masked(`<${value}>`, value)).toBe('<•••>');
      expect(masked(`<${JSON.stringify(value)}>`, value)).toBe('<"•••">');
      expect(masked(`<${encodeURIComponent(value)}>`, value)).toBe('<•••>');
    }
  });

  it('keeps escapes outside of a value, whole or cut off', () => {
    const text = String.raw`%41\u0041&quot; s3cret-token \u00e4&auml;%C3%`;

    expect(masked(text, 's3cret-token')).toBe(text.replace('s3cret-token', '•••'));
  });

  it('takes at most a moment for the most hostile text', () => {
    const value = `${'\\'.repeat(500)}x`;
    const before = performance.now();
    for (const part of ['\\', '%25', '&amp;', '&', '%', '\\u005c', 'a'])
      masked(part.repeat(13_000 / part.length), value, 512);

    expect(performance.now() - before).toBeLessThan(2000);
  });
});
