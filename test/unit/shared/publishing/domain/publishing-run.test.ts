import { describe, expect, it } from 'vitest';
import { POST_MACHINE, postState } from '#shared/publishing/domain/post-state.ts';
import { decideScheduledJob, ended, withoutPending } from '#shared/publishing/domain/publishing-run.ts';
import { secondsAfterNow, NOW } from '#test/support/builders/platform/command-builders.ts';
import { mayLead } from '#test/support/fixtures/platform/may-lead.ts';
import { aPostIn } from '#test/support/fixtures/publishing/post-states.ts';
import { toScheduledJob } from '#test/support/fixtures/publishing/publishing-world.ts';

const ACTIONS = new Map<string, string>([
  ['scheduled', 'start'],
  ['publishing', 'resume'],
]);
const DUE = { due: { at: NOW, seq: 4, timer: true }, dueSeq: 4 };

describe('decideScheduledJob', () => {
  it.each(POST_MACHINE.states)('moves a post that is %s where the machine allows', (state) => {
    const before = aPostIn(state, DUE);
    const action = decideScheduledJob(before, toScheduledJob(before), NOW);
    const after = 'after' in action && action.after ? action.after : before;

    expect(mayLead(POST_MACHINE, 'start', state, postState(after))).toBe(true);
    expect(action.kind).toBe(ACTIONS.get(state) ?? 'outdated');
  });

  it.each([
    [999, 'start'],
    [1001, 'early'],
  ])('treats a message that is %i ms early as %s', (early, kind) => {
    const at = new Date(NOW.getTime() + early);
    const post = aPostIn('scheduled', { due: { at, seq: 1, timer: true } });

    expect(decideScheduledJob(post, toScheduledJob(post), NOW).kind).toBe(kind);
  });

  it('uses the plan of the post, whatever time the message contains', () => {
    const post = aPostIn('scheduled', { due: { at: secondsAfterNow(60), seq: 1, timer: true } });

    expect(decideScheduledJob(post, { ...toScheduledJob(post), dueAt: 0 }, NOW)).toEqual({
      kind: 'early',
      at: secondsAfterNow(60),
    });
  });

  it('replaces the plan that started it with a plan without a timer', () => {
    const post = aPostIn('scheduled', DUE);
    const action = decideScheduledJob(post, toScheduledJob(post), NOW);

    expect(action).toMatchObject({
      after: { runs: 1, dueSeq: 5, due: { at: secondsAfterNow(180), seq: 5, timer: false }, revision: 2 },
    });
  });

  it('publishes to the accounts that lack the post, if the post still lists them', () => {
    const post = aPostIn('scheduled', { ...DUE, accounts: [1, 2, 3], retryAccounts: [9, 3] });

    expect(decideScheduledJob(post, toScheduledJob(post), NOW)).toMatchObject({
      after: { run: { accounts: [3], pending: [3] } },
    });
  });

  it('moves the watchdog only if the watchdog fired, and in time', () => {
    const post = aPostIn('publishing', { due: { at: NOW, seq: 7, timer: false }, dueSeq: 7 });
    const job = toScheduledJob(post);

    expect(decideScheduledJob(post, job, NOW)).toMatchObject({
      after: { due: { seq: 8, at: secondsAfterNow(180) } },
    });
    expect(decideScheduledJob(post, { ...job, seq: 6 }, NOW)).toEqual({ kind: 'resume', after: null });
    expect(decideScheduledJob(post, job, secondsAfterNow(-60))).toEqual({ kind: 'resume', after: null });
  });
});

describe('the end of a run', () => {
  it('stays failed for accounts that the run left out, and the next run includes them again', () => {
    const post = aPostIn('publishing', { accounts: [1, 2, 3], retryAccounts: [2], heldAccounts: [1] });

    expect(ended(post, [], NOW)).toMatchObject({ status: 'failed', retryAccounts: [1], heldAccounts: [] });
    expect(ended(post, [2], NOW)).toMatchObject({ status: 'failed', retryAccounts: [2, 1] });
  });

  const post = aPostIn('publishing', { accounts: [1, 2], publishedAt: secondsAfterNow(-9), ...DUE });

  it.each([
    [[], 'published', null, NOW],
    [[2], 'failed', [2], secondsAfterNow(-9)],
  ] as const)('with %j failed is %s', (failed, status, retryAccounts, publishedAt) => {
    const end = ended(post, failed, NOW);

    expect(end).toMatchObject({ status, retryAccounts, publishedAt, run: null, due: null, dueSeq: 4 });
    expect(mayLead(POST_MACHINE, 'finish', 'publishing', postState(end))).toBe(true);
  });

  it('does not happen while accounts are pending', () => {
    const run = { number: 1, startedAt: NOW, accounts: [1, 2], pending: [1, 2] };
    const after = withoutPending({ ...post, run }, 1);

    expect(after.run).toEqual({ ...run, pending: [2] });
    expect(after.revision).toBe(post.revision + 1);
    expect(postState(after)).toBe('publishing');
  });
});
