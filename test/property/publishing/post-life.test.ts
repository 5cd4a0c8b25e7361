import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { errorIn } from '#shared/platform/core/state-machine.ts';
import {
  POST_MACHINE,
  type PostState,
  postState,
  type PostTrigger,
} from '#shared/publishing/domain/post-state.ts';
import { runs } from '#test/support/fixtures/platform/depth.ts';
import {
  type PostLife,
  startPostLife,
  type Transition,
} from '#test/support/fixtures/publishing/post-life.ts';
import { A_TEXT } from '#test/support/fixtures/publishing/post-states.ts';

type Act = {
  readonly name: string;
  readonly trigger?: PostTrigger;
  readonly run: (life: PostLife) => Promise<unknown>;
};

const versions = A_TEXT.map(({ accountId, isOriginal, content }) => ({
  account_id: accountId,
  is_original: isOriginal,
  content,
}));

function request(trigger: PostTrigger, name: Parameters<PostLife['run']>[0], parts = {}): Act {
  return { name: `${name} ${JSON.stringify(parts)}`, trigger, run: (life) => life.run(name, parts) };
}

/** Some hours from now, before or after, as the API accepts it in Berlin. */
const body = fc
  .record({
    accounts: fc.constantFrom([1, 2], [1, 2], [2], []),
    hours: fc.option(fc.integer({ min: -1, max: 3 }), { freq: 5 }),
  })
  .map(({ accounts, hours }) => {
    if (hours === null) return { accounts, versions };
    const date = new Date(Date.UTC(2026, 5, 1, 14 + hours)).toISOString();
    return { accounts, versions, date: date.slice(0, 10), time: date.slice(11, 16) };
  });

const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 3, arbitrary: body.map((json) => request('update', 'update-post', { json })) },
  { weight: 4, arbitrary: fc.constant(request('schedule', 'schedule-post')) },
  { weight: 3, arbitrary: fc.constant(request('schedule', 'schedule-post', { json: { postNow: true } })) },
  { weight: 2, arbitrary: fc.constant(request('unschedule', 'unschedule-post')) },
  { weight: 2, arbitrary: fc.constant(request('schedule', 'queue-post')) },
  { weight: 2, arbitrary: fc.constant(request('submit', 'submit-post')) },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom({}, { queue: true }, { postNow: true })
      .map((json) => request('approve', 'approve-post', { json })),
  },
  { weight: 1, arbitrary: fc.constant(request('return', 'return-post')) },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom('1', '2')
      .map((account) => request('retry', 'retry-post', { params: { account } })),
  },
  { weight: 2, arbitrary: fc.constant(request('trash', 'delete-post', { json: { trash: true } })) },
  { weight: 2, arbitrary: fc.constant(request('restore', 'restore-post')) },
  {
    weight: 5,
    // Any earlier plan, the last one more often: on time, early, late, again.
    arbitrary: fc.record({ back: fc.nat(4), twice: fc.boolean() }).map(({ back, twice }): Act => ({
      name: `fire plan ${back} back${twice ? ', twice' : ''}`,
      async run({ jobs, deliver }) {
        const job = jobs.at(-1 - Math.max(0, back - 2));
        if (job) await Promise.all([deliver(job), ...(twice ? [deliver(job)] : [])]);
      },
    })),
  },
  {
    weight: 6,
    // Messages arrive in any order, and some of them again.
    arbitrary: fc.record({ place: fc.nat(5), again: fc.boolean() }).map(({ place, again }): Act => ({
      name: `deliver message ${place}${again ? ', and keep it' : ''}`,
      async run({ queue, deliver }) {
        const next = queue.waiting[place % Math.max(1, queue.waiting.length)];
        if (!next) return;
        if (!again) queue.waiting.splice(queue.waiting.indexOf(next), 1);
        await deliver(next.job);
      },
    })),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom(1, 60, 1800, 3600, 7200).map((seconds): Act => ({
      name: `${seconds} s pass`,
      run: async ({ clock }) => clock.advance(seconds),
    })),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom('well' as const, 'badly' as const, 'later' as const).map((how): Act => ({
      name: `the network responds ${how}`,
      run: async (life) => life.networkResponds(how),
    })),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('Asia/Tokyo', 'America/New_York', 'Europe/Berlin').map((zone): Act => ({
      name: `the workspace moves to ${zone}`,
      run: (life) => life.moveTo(zone),
    })),
  },
);

/** The write that may lead from one state to another, and its event (POST_MACHINE). */
function isLegal({ from, to, event }: Transition): boolean {
  const rows: readonly Readonly<Record<PostState, readonly object[]>>[] = Object.values(
    POST_MACHINE.triggers,
  );
  const reactions = rows.flatMap((row) => row[from]);
  return reactions.some((reaction) => {
    if (!('to' in reaction) || reaction.to !== to) return false;
    const emits = 'emits' in reaction ? reaction.emits : null;
    return emits === event;
  });
}

function checkLife({ ledger, emitted: recorded, network, stored }: PostLife): void {
  for (const transition of ledger) expect(transition).toSatisfy(isLegal);
  // Every write started from the result of the one before: none used an outdated state.
  const revisions = ledger.map((each) => each.revisions);
  for (const [index, [before]] of revisions.entries()) expect(before).toBe(revisions[index - 1]?.[1] ?? 1);

  const emitted = ledger.flatMap(({ event }) => event ?? []);
  expect(recorded().map(({ event }) => event)).toEqual(emitted);
  // A post is scheduled once for each event: only another plan of a draft or failed post emits another one.
  const plans = ledger.filter(
    ({ from, to }) => to === 'scheduled' && ['draft', 'failed', 'needs_approval'].includes(from),
  );
  expect(emitted.filter((name) => name === 'publishing.post.scheduled')).toHaveLength(plans.length);

  // An account has the post at most as often as it was published from a draft; a run after a failure goes to other accounts.
  const fresh = ledger.filter(
    ({ from, to }) => ['draft', 'needs_approval'].includes(from) && to === 'scheduled',
  ).length;
  for (const account of [1, 2]) {
    const seen = [...network.posts.keys()].filter((key) => key.endsWith(`-${account}:0`));
    expect(seen.length).toBeLessThanOrEqual(fresh);
  }

  const post = stored();
  if (!post) return;
  const state = postState(post);
  // A job is scheduled while the post is scheduled or being published, and only then.
  expect(post.due !== null).toBe(state === 'scheduled' || state === 'publishing');
  if (state === 'scheduled') expect(post.due).toMatchObject({ at: post.scheduledAt, seq: post.dueSeq });
}

/** Rejects what the machine rejects and nothing else, without concurrent activity. */
function checkResponse({ trigger }: Act, from: PostState, response: unknown): void {
  if (trigger === undefined || typeof response !== 'object' || response === null) return;
  const { status, body: problem } = response as { status: number; body?: { code?: string } };
  const rejection = errorIn(POST_MACHINE, trigger, from);
  if (status === 409 && problem?.code !== 'post_already_published') expect(problem?.code).toBe(rejection);
  if (rejection !== undefined) expect(status).toBeGreaterThanOrEqual(400);
}

function command(acts: readonly Act[]): fc.AsyncCommand<object, PostLife> {
  return {
    check: () => true,
    toString: () => acts.map(({ name }) => name).join(' | '),
    async run(_, life) {
      const before = life.stored();
      const responses = await Promise.all(acts.map(({ run }) => run(life)));
      const [only] = acts;
      if (acts.length === 1 && only && before) checkResponse(only, postState(before), responses[0]);
      checkLife(life);
    },
  };
}

describe('the life of a post', () => {
  it(
    'is legal, announced once and published once, whatever happens in whatever order',
    { timeout: 120_000 },
    async () => {
      const alone = act.map((one) => command([one]));
      const atOnce = fc.tuple(act, act).map((two) => command(two));
      await fc.assert(
        fc.asyncProperty(
          fc.commands([alone, alone, atOnce], { maxCommands: 40, size: 'max' }),
          async (commands) => {
            const life = await startPostLife();
            await fc.asyncModelRun(() => ({ model: {}, real: life }), commands);
            expect(life.stored()).toBeDefined();
          },
        ),
        { numRuns: runs(200) },
      );
    },
  );
});
