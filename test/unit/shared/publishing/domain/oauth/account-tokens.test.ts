import { describe, expect, it } from 'vitest';
import type { OAuthTokens } from '#shared/publishing/domain/account.ts';
import { expiresSoon, tokensAfter, tokensPostponed } from '#shared/publishing/domain/oauth/account-tokens.ts';
import { NOW, secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';

const DAY = 86_400;

function issued(overrides: Partial<OAuthTokens> = {}): OAuthTokens {
  return {
    clientId: 'an-app',
    accessToken: 'access',
    expiresAt: secondsAfterNow(60 * DAY),
    refreshToken: 'refresh',
    refreshExpiresAt: secondsAfterNow(365 * DAY),
    ...overrides,
  };
}

describe('tokens of an account', () => {
  it.each([
    ['a week before they expire', {}, 53 * DAY],
    ['after half of a shorter life', { expiresAt: secondsAfterNow(3600) }, 1800],
    ['when they end, without a refresh token', { refreshToken: null, refreshExpiresAt: null }, 60 * DAY],
    ['after ten minutes, even if they have ended', { expiresAt: secondsAfterNow(-60) }, 600],
    [
      'at once if they have ended, without a refresh token',
      { expiresAt: secondsAfterNow(-60), refreshToken: null },
      0,
    ],
  ])('have a job %s', (_, overrides, seconds) => {
    expect(tokensAfter(issued(overrides), null, NOW).due).toEqual({
      at: secondsAfterNow(seconds),
      seq: 1,
      timer: false,
    });
  });

  it('never reuse the number of a job', () => {
    const first = tokensAfter(issued(), null, NOW);
    const rejected = { ...first, due: null };

    expect(tokensAfter(issued(), rejected, NOW).due?.seq).toBe(2);
    expect(tokensPostponed(first, NOW).due?.seq).toBe(2);
  });

  it('are tried again until no renewal can succeed', () => {
    const unknown = tokensAfter(issued({ refreshExpiresAt: null }), null, NOW);

    expect(tokensPostponed(unknown, secondsAfterNow(67 * DAY - 60)).due?.at).toEqual(
      secondsAfterNow(67 * DAY),
    );
    expect(tokensPostponed(unknown, secondsAfterNow(67 * DAY)).due).toBeNull();
  });

  it('expire soon if less than ten minutes remain', () => {
    const at = (seconds: number) => expiresSoon({ expiresAt: secondsAfterNow(seconds) }, NOW);

    expect([at(599), at(600), at(-1)]).toEqual([true, false, true]);
  });
});
