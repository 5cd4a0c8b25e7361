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
});
