import { describe, expect, it } from 'vitest';
import {
  expiryOf,
  type PostRemoval,
  type RemovalMode,
  removalOf,
  requestPostRemoval,
} from '#shared/publishing/domain/deletion/post-removal.ts';
import type { Publication } from '#shared/publishing/domain/post.ts';
import { NOW, secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { anOutcome, aPublication, aRemoval } from '#test/support/builders/publishing/removal-builders.ts';

const POST = { id: 'post', workspaceId: 'workspace' };
const LATER = secondsAfterNow(60);
const ERROR = { code: 'network_refused', detail: 'No.' };

function request(
  publications: readonly Publication[],
  before?: PostRemoval,
  mode: RemovalMode = 'app_and_social',
) {
  return requestPostRemoval(POST, mode, publications, { earlier: before, now: LATER });
}

function remotes(...ids: string[]) {
  return ids.map((id) => ({ id, url: null }));
}

function earlier(...accounts: PostRemoval['accounts'][number][]): PostRemoval {
  return aRemoval({ ...POST, accounts, due: null, dueSeq: 4 });
}

describe('requestPostRemoval', () => {
  it('starts with every account that published the post, in the order of their ids', () => {
    const publications = [10, 2].map((accountId) => aPublication(POST, { accountId }));

    expect(request(publications)).toEqual({
      before: undefined,
      after: {
        ...POST,
        mode: 'app_and_social',
        requestedAt: LATER,
        accounts: [
          anOutcome({ accountId: 2, remote: ['remote-2'] }),
          anOutcome({ accountId: 10, remote: ['remote-10'] }),
        ],
        due: { at: LATER, seq: 1, timer: true },
        dueSeq: 1,
      },
    });
  });

  it('includes the posts of every run once, and those of a thread that failed', () => {
    const publications = [
      aPublication(POST, { run: 2, remote: remotes('a', 'b', 'c') }),
      aPublication(POST, { run: 1, state: 'failed', error: ERROR, remote: remotes('a', 'x') }),
    ];

    expect(request(publications)?.after.accounts).toEqual([anOutcome({ remote: ['a', 'x', 'b', 'c'] })]);
  });

  it.each([[[]], [[aPublication(POST, { state: 'failed', error: ERROR, remote: [] })]]])(
    'is nothing if no network has the post',
    (publications) => {
      expect(request(publications)).toBeUndefined();
    },
  );

  it('says that an account may have a post whose publication ended as unknown', () => {
    const error = { code: 'outcome_unknown', detail: 'Nobody knows.' };
    const publication = aPublication(POST, { state: 'failed', error, remote: [] });
    const after = request([publication])?.after;

    expect(after?.accounts).toMatchObject([
      { state: 'failed', uncertain: true, error: { code: 'outcome_unknown' }, finishedAt: LATER },
    ]);
    expect(after?.due).toBeNull();
    const again = request([publication], after);
    expect(again?.after).toBe(again?.before);
  });

  it.each(['pending', 'removed'] as const)('changes nothing while an account is %s', (state) => {
    const known = earlier(
      anOutcome({ remote: ['remote-1'], state, left: state === 'removed' ? 0 : 1, attempts: 2 }),
    );
    const again = request([aPublication(POST)], known);

    expect(again).toEqual({ before: known, after: known });
    expect(again?.after).toBe(known);
  });

  it.each(['failed', 'unsupported'] as const)('tries an account again that is %s', (state) => {
    const known = earlier(
      anOutcome({ remote: ['a', 'b'], left: 1, state, attempts: 5, error: ERROR, finishedAt: NOW }),
      anOutcome({ accountId: 2, remote: ['c'], left: 0, state: 'removed', finishedAt: NOW }),
    );
    const publications = [
      aPublication(POST, { remote: remotes('a', 'b') }),
      aPublication(POST, { accountId: 2, remote: remotes('c') }),
    ];

    expect(request(publications, known)?.after).toMatchObject({
      accounts: [anOutcome({ remote: ['a', 'b'], left: 1 }), known.accounts[1]],
      due: { at: LATER, seq: 5, timer: true },
      dueSeq: 5,
    });
  });

  it('adds what was published since, before what is already removed', () => {
    const known = earlier(anOutcome({ remote: ['a', 'b'], left: 1, state: 'failed', error: ERROR }));
    const publications = [
      aPublication(POST, { remote: remotes('a', 'b') }),
      aPublication(POST, { run: 2, remote: remotes('c') }),
    ];

    expect(request(publications, known)?.after.accounts).toEqual([
      anOutcome({ remote: ['a', 'c', 'b'], left: 2 }),
    ]);
  });

  it('records another mode, without another attempt', () => {
    const known = earlier(anOutcome({ left: 0, state: 'removed', finishedAt: NOW }));

    expect(request([aPublication(POST)], known, 'social_only')?.after).toEqual({
      ...known,
      mode: 'social_only',
      requestedAt: LATER,
      dueSeq: 5,
    });
  });

  it('fits into an item of DynamoDB, however long the ids are', () => {
    const publications = [1, 2, 3].map((accountId) =>
      aPublication(POST, { accountId, remote: remotes(`${accountId}${'x'.repeat(90_000)}`) }),
    );
    const accounts = request(publications)?.after.accounts;

    expect(accounts?.map(({ state, error }) => error?.code ?? state)).toEqual([
      'pending',
      'pending',
      'removal_too_large',
    ]);
    expect(JSON.stringify(accounts).length).toBeLessThan(200_000);
  });
});

describe('removalOf', () => {
  it('finds the outcome of a publication by its posts, not by its account alone', () => {
    const outcome = anOutcome({ remote: ['a', 'b'] });
    const removal = aRemoval({ accounts: [outcome] });

    expect(removalOf({ accountId: 1, remote: remotes('b') }, removal)).toBe(outcome);
    expect(removalOf({ accountId: 1, remote: remotes('z') }, removal)).toBeUndefined();
    expect(removalOf({ accountId: 2, remote: remotes('b') }, removal)).toBeUndefined();
    expect(removalOf({ accountId: 1, remote: remotes('b') }, undefined)).toBeUndefined();
  });
});

describe('expiryOf', () => {
  it('is 30 days after the last account ended, and never while one is pending', () => {
    const ends = [secondsAfterNow(5), secondsAfterNow(9), secondsAfterNow(7)];
    const accounts = ends.map((finishedAt) => anOutcome({ finishedAt }));

    expect(expiryOf(aRemoval({ accounts, due: null }))).toEqual(secondsAfterNow(30 * 86_400 + 9));
    expect(expiryOf(aRemoval({ accounts }))).toBeNull();
  });
});
