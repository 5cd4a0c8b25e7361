import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Post, Publication } from '#shared/publishing/domain/post.ts';
import { secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { runs } from '#test/support/fixtures/platform/depth.ts';
import { anyFaultBut } from '#test/support/fixtures/publishing/any-fault.ts';
import {
  type LinkedInFixture,
  renewableLinkedInFixture,
} from '#test/support/fixtures/publishing/linkedin-fixture.ts';
import { threadOf } from '#test/support/fixtures/publishing/publishing-fixture.ts';
import { createPublishingWorld, toScheduledJob } from '#test/support/fixtures/publishing/publishing-world.ts';
import { createRemovalWorld } from '#test/support/fixtures/publishing/removal-world.ts';

const TOKEN_PATH = '/oauth/v2/accessToken';

type Situation = {
  /** Seconds until the publisher believes that the access token expires. */
  readonly expiresIn: number;
  /** Whether the network accepts each refresh token once. */
  readonly rotates: boolean;
  /** Whether the network has ended the access token already. */
  readonly ended?: boolean;
};

const FRESH: Situation = { expiresIn: 60 * 86_400, rotates: false };
const EXPIRED: Situation = { expiresIn: -60, rotates: false, ended: true };
const ROTATED: Situation = { expiresIn: -60, rotates: true, ended: true };
const REVOKED: Situation = { expiresIn: 60 * 86_400, rotates: false, ended: true };

/** A LinkedIn account in a situation; `before` runs while its access token is valid. */
async function enter(
  { expiresIn, rotates, ended = false }: Situation,
  before: (network: LinkedInFixture) => Promise<void> = async () => undefined,
) {
  const network = await renewableLinkedInFixture({ deadlineMs: 300 });
  await before(network);
  const { tokens } = network.credentials;
  const credentials = {
    ...network.credentials,
    tokens: { ...tokens, expiresAt: secondsAfterNow(expiresIn) },
  };
  network.server.issuer.mood.rotates = rotates;
  if (ended) network.server.issuer.expireAccess();
  return { network, credentials };
}

/** A due post of one LinkedIn account, and the publisher. */
async function open(situation: Situation) {
  const { network, credentials } = await enter(situation);
  const world = createPublishingWorld({ ...network, credentials });
  const workspaceId = randomUUID();
  await world.storeApp(workspaceId, network.app);
  const post = await world.duePost(1, { workspaceId });
  world.power.restore();

  return {
    network,
    world,
    async settle(): Promise<{ readonly end: Post; readonly publication: Publication | undefined }> {
      const job = toScheduledJob(post);
      // A crash before the first message is deleted makes the queue deliver it again.
      if (!(await world.receive(job))) await world.receive(job);
      const end = await world.settle(post);
      await network.server.settled();
      const [publication] = await world.publicationsOf(post);
      return { end, publication };
    },
    [Symbol.asyncDispose]: () => network[Symbol.asyncDispose](),
  };
}

/** Whether there are never two posts, and a post that may exist is reported as such. */
function isOnce(
  { network }: Awaited<ReturnType<typeof open>>,
  { end, publication }: Awaited<ReturnType<Awaited<ReturnType<typeof open>>['settle']>>,
  mayFailWith: readonly string[],
): boolean {
  const held = network.held().length;
  if (end.status === 'published') return held === 1;
  const code = publication?.error?.code ?? '';
  return held === 1 ? code === 'outcome_unknown' : held === 0 && mayFailWith.includes(code);
}

describe.each([
  ['valid', FRESH, ['outcome_unknown']],
  ['expired', EXPIRED, ['outcome_unknown']],
  ['revoked', REVOKED, ['outcome_unknown']],
  // A rotated refresh token is lost if the publisher crashes before it stores the next one.
  ['expired and rotated', ROTATED, ['outcome_unknown', 'credentials_refused']],
] as const)('a post on linkedin whose tokens are %s', (_, situation, mayFailWith) => {
  it('is published once, after a renewal if one is necessary', async () => {
    await using world = await open(situation);
    const { end } = await world.settle();

    expect(end.status).toBe('published');
    expect(world.network.held()).toHaveLength(1);
  });

  it('exists once or ends as unknown, wherever the publisher crashes', async () => {
    let calls = 0;
    {
      await using whole = await open(situation);
      const { world } = whole;
      let counted = 0;
      world.power.cutAt(Number.MAX_SAFE_INTEGER, 'after');
      await whole.settle();
      counted = world.power.calls().length;
      calls = counted;
    }
    expect(calls).toBeGreaterThan(12);

    for (const moment of ['before', 'after'] as const) {
      for (let call = 1; call <= calls; call += 1) {
        await using world = await open(situation);
        world.world.power.cutAt(call, moment);
        const result = await world.settle();

        expect(world.world.power.cuts(), `${moment} call ${call}`).toBe(1);
        expect(isOnce(world, result, mayFailWith), `${moment} call ${call}`).toBe(true);
      }
    }
  }, 120_000);
});

/** Removes a post of a LinkedIn account, with a crash at one call. */
async function removeAt(situation: Situation, call: number, moment: 'before' | 'after') {
  let remote: string[] = [];
  const { network, credentials } = await enter(situation, async ({ provider, credentials: valid }) => {
    const { done } = await provider.publish(threadOf(valid, ['Hello']));
    remote = done.map(({ id }) => id);
  });
  await using server = network.server;
  const world = createRemovalWorld({ ...network, credentials });
  await world.storeApp(network.app);
  const account = await world.account();
  const removal = world.putRemote(account, remote);
  world.power.restore();
  world.power.cutAt(call, moment);
  const { accounts } = await world.settle(removal);
  const stored = await world.fixture.accounts.find(account.workspaceId, account.uuid);
  const code = accounts[0]?.error?.code ?? accounts[0]?.state;
  return { end: `${code}, ${stored?.status}, ${server.posts.length} left`, cuts: world.power.cuts() };
}

const REMOVED = 'removed, connected, 0 left';

describe.each([
  ['valid', FRESH, [REMOVED]],
  ['expired', EXPIRED, [REMOVED]],
  ['revoked', REVOKED, [REMOVED]],
  ['expired and rotated', ROTATED, [REMOVED, 'credentials_refused, needs_reauth, 1 left']],
] as const)('a removal on linkedin whose tokens are %s', (_, situation, ends) => {
  it('removes the post and leaves the account connected, wherever it crashes', async () => {
    expect((await removeAt(situation, Number.MAX_SAFE_INTEGER, 'before')).end).toBe(REMOVED);
    let crashes = 0;
    for (const moment of ['before', 'after'] as const) {
      for (let call = 1; ; call += 1) {
        const { end, cuts } = await removeAt(situation, call, moment);
        if (cuts === 0) break;
        crashes += 1;
        expect(ends, `${moment} call ${call}`).toContain(end);
      }
    }
    expect(crashes).toBeGreaterThan(10);
  }, 60_000);
});

const fault = anyFaultBut('redirect');
const plan = fc.record({
  posting: fc.array(fault, { maxLength: 5 }),
  renewing: fc.array(fault, { maxLength: 5 }),
  situation: fc.constantFrom(FRESH, EXPIRED, REVOKED, ROTATED),
  limitedSeconds: fc.option(fc.integer({ min: 1, max: 300 })),
  crash: fc.option(
    fc.record({ call: fc.integer({ min: 1, max: 30 }), moment: fc.constantFrom('before', 'after') }),
  ),
});

it('a post on linkedin never exists twice, whatever timeouts, losses and crashes happened', async () => {
  await fc.assert(
    fc.asyncProperty(plan, async ({ posting, renewing, situation, limitedSeconds, crash }) => {
      await using world = await open(situation);
      world.network.server.plan(world.network.posting, ...posting);
      world.network.server.plan(TOKEN_PATH, ...renewing);
      if (limitedSeconds !== null) world.network.limit(secondsAfterNow(limitedSeconds));
      if (crash) world.world.power.cutAt(crash.call, crash.moment);
      const result = await world.settle();

      const mayFailWith = ['outcome_unknown', 'network_unavailable', 'rate_limited'];
      if (situation.rotates) mayFailWith.push('credentials_refused');
      expect(isOnce(world, result, mayFailWith)).toBe(true);
    }),
    { numRuns: runs(40), endOnFailure: true },
  );
}, 120_000);
