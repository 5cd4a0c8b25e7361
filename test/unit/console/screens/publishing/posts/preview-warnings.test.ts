import { describe, expect, it } from 'vitest';
import { generalWarnings, isAbout } from '#console/screens/publishing/posts/preview-warnings.ts';

const body = { accounts: [12, 15] };
const mastodon = { account_id: 12, provider: 'mastodon', version: 0, posts: [] } as const;
const bluesky = { account_id: 15, provider: 'bluesky', version: 1, posts: [] } as const;
const warning = (code: string, pointer: string, provider?: string) => ({
  code,
  pointer,
  detail: code,
  ...(provider === undefined ? {} : { provider }),
});
const TOO_LONG = warning('network_limit_exceeded', '#/versions/0/content/0/body', 'mastodon');
const NOT_CONNECTED = warning('account_not_connected', '#/accounts/1');
const PAST = warning('schedule_in_past', '#/date');
const EMPTY = warning('content_empty', '#/versions/0/content/0');
const NO_ACCOUNT = warning('accounts_required', '#/accounts');

describe('isAbout', () => {
  it('is the network whose limit the version of the account exceeds', () => {
    expect(isAbout(mastodon, TOO_LONG, body)).toBe(true);
    expect(isAbout(bluesky, TOO_LONG, body)).toBe(false);
    expect(isAbout({ ...mastodon, version: 1 }, TOO_LONG, body)).toBe(false);
  });

  it('is the account that is not connected', () => {
    expect(isAbout(bluesky, NOT_CONNECTED, body)).toBe(true);
    expect(isAbout(mastodon, NOT_CONNECTED, body)).toBe(false);
  });
});

describe('generalWarnings', () => {
  const accounts = [mastodon, bluesky].map((each) => ({ ...each, posts: [] }));
  const warnings = [TOO_LONG, NOT_CONNECTED, PAST, EMPTY, NO_ACCOUNT];

  it('are those about no single account', () => {
    expect(generalWarnings({ accounts, warnings }, body, true)).toEqual([PAST, EMPTY, NO_ACCOUNT]);
  });

  it('say nothing about the time if something else decides about it', () => {
    expect(generalWarnings({ accounts, warnings }, body, false)).toEqual([EMPTY, NO_ACCOUNT]);
  });
});
