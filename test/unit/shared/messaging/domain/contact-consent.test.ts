import { describe, expect, it } from 'vitest';
import {
  CONSENT_LIMIT,
  type ContactConsent,
  type GivenConsent,
  isRecent,
  withConsent,
} from '#shared/messaging/domain/contact-consent.ts';
import { secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';

function given(version: string, seconds: number, overrides: Partial<GivenConsent> = {}): GivenConsent {
  return {
    pageId: 'page',
    pageUrl: 'https://pages.example.com/ada',
    blockId: 'block',
    text: `Text ${version}`,
    version,
    at: secondsAfterNow(seconds),
    ...overrides,
  };
}

const stored = (...consents: readonly GivenConsent[]) =>
  consents.reduce<readonly ContactConsent[]>(withConsent, []);

describe('withConsent', () => {
  it('keeps the time of the first sign-up with a text, and the latest place and time', () => {
    const [consent, ...others] = stored(
      given('a', 1),
      given('a', 5, { blockId: 'other', pageUrl: 'https://pages.example.com/lovelace' }),
    );

    expect(others).toEqual([]);
    expect(consent).toMatchObject({
      blockId: 'other',
      pageUrl: 'https://pages.example.com/lovelace',
      firstAt: secondsAfterNow(1),
      lastAt: secondsAfterNow(5),
    });
  });

  it('does not move times back if a sign-up is stored late', () => {
    expect(stored(given('a', 5), given('a', 1))).toMatchObject([
      { firstAt: secondsAfterNow(1), lastAt: secondsAfterNow(5) },
    ]);
  });

  it('keeps each text and each page, oldest first', () => {
    const consents = stored(given('a', 1), given('b', 2), given('a', 3, { pageId: 'other' }), given('a', 4));

    expect(consents.map(({ version, pageId }) => [version, pageId])).toEqual([
      ['b', 'page'],
      ['a', 'other'],
      ['a', 'page'],
    ]);
  });

  it('drops the oldest above the limit', () => {
    const consents = stored(...Array.from({ length: CONSENT_LIMIT + 2 }, (_, n) => given(String(n), n)));

    expect(consents).toHaveLength(CONSENT_LIMIT);
    expect(consents[0]?.version).toBe('2');
  });
});

describe('isRecent', () => {
  it.each([
    ['the same text on the same page', given('a', 59), true],
    ['a minute later', given('a', 60), false],
    ['a sign-up that another one overtook', given('a', -5), true],
    ['another text', given('b', 1), false],
    ['another page', given('a', 1, { pageId: 'other' }), false],
  ])('compares %s', (_, consent, expected) => {
    expect(isRecent(stored(given('a', 0)), consent, 60_000)).toBe(expected);
  });
});
