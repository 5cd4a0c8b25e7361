import { describe, expect, it } from 'vitest';
import { withoutAccount } from '#shared/publishing/domain/without-account.ts';
import { secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { aPostIn, DATED } from '#test/support/fixtures/publishing/post-states.ts';

const [original] = aPostIn('draft').versions;
const versionFor = (accountId: number) => ({
  accountId,
  isOriginal: false,
  content: original?.content ?? [],
  options: {},
});

describe('withoutAccount', () => {
  it('turns a scheduled post without another account into a draft that keeps its date and text', () => {
    const before = aPostIn('scheduled');
    const after = withoutAccount(before, 1, secondsAfterNow(5));

    expect(after).toEqual({
      ...before,
      status: 'draft',
      accounts: [],
      due: null,
      dueSeq: before.dueSeq + 1,
      revision: before.revision + 1,
      updatedAt: secondsAfterNow(5),
    });
    expect(after?.scheduledAt).toEqual(DATED);
  });

  it('keeps a post with other accounts scheduled for the same time, without the version of that account', () => {
    const versions = original ? [original, versionFor(1), versionFor(2)] : [];
    const before = aPostIn('scheduled', { accounts: [2, 1], versions });
    const after = withoutAccount(before, 1, secondsAfterNow(5));

    expect(after).toMatchObject({ status: 'scheduled', accounts: [2], due: before.due });
    expect(after?.versions.map(({ accountId }) => accountId)).toEqual([0, 2]);
  });

  it('removes it from the accounts of a retry', () => {
    const before = aPostIn('scheduled', { accounts: [1, 2, 3], retryAccounts: [1, 3] });

    expect(withoutAccount(before, 1, secondsAfterNow(5))?.retryAccounts).toEqual([3]);
  });

  it('keeps an instant that survived a change of the time zone', () => {
    const before = aPostIn('scheduled', {
      accounts: [1, 2],
      keptInstant: true,
      scheduledAt: secondsAfterNow(60),
    });

    expect(withoutAccount(before, 1, secondsAfterNow(5))).toMatchObject({
      keptInstant: true,
      scheduledAt: secondsAfterNow(60),
      due: before.due,
    });
  });

  it.each(['draft', 'publishing', 'published', 'failed', 'trashed'] as const)(
    'leaves a %s post unchanged',
    (state) => {
      expect(withoutAccount(aPostIn(state), 1, secondsAfterNow(5))).toBeUndefined();
    },
  );

  it('leaves a post without the account unchanged', () => {
    expect(withoutAccount(aPostIn('scheduled'), 2, secondsAfterNow(5))).toBeUndefined();
  });
});
