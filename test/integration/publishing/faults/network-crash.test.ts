import { describe, expect, it } from 'vitest';
import type { PostVersion } from '#shared/publishing/domain/post.ts';
import { isCrashSkipped } from '#test/support/fixtures/platform/depth.ts';
import { NETWORKS } from '#test/support/fixtures/publishing/networks.ts';
import type { PublishingFixture } from '#test/support/fixtures/publishing/publishing-fixture.ts';
import { createPublishingWorld, toScheduledJob } from '#test/support/fixtures/publishing/publishing-world.ts';

const TEXTS = ['One', 'Two'];

/** A thread; one post at a network of articles. */
function versionsFor({ thread }: PublishingFixture): readonly PostVersion[] {
  const content = TEXTS.slice(0, thread).map((body) => ({ body, url: null, media: [] }));
  return [{ accountId: 0, isOriginal: true, content, options: {} }];
}

function threadFor({ thread }: PublishingFixture) {
  return TEXTS.slice(0, thread).map((text, index) => ({ text, responses: index === 0 ? null : index - 1 }));
}

/** Runs a post of one account to its end, with a crash at one call of a port or one request to the network. */
async function crashAt(open: () => Promise<PublishingFixture>, call: number, moment: 'before' | 'after') {
  await using network = await open();
  const world = createPublishingWorld(network);
  const post = await world.duePost(1, { versions: versionsFor(network) });
  world.power.cutAt(call, moment);
  await world.receive(toScheduledJob(post));
  const end = await world.settle(post);
  const [publication] = await world.publicationsOf(post);
  return { end, publication, held: network.held(), cuts: world.power.cuts() };
}

describe.each(NETWORKS)(
  'publishing to %s, crashed at any call',
  (_, open: () => Promise<PublishingFixture>) => {
    it('leaves one post, or an unknown outcome where the network does not recognise the repetition', async () => {
      await using network = await open();
      const { deduplicationMs } = network.provider;
      const thread = threadFor(network);
      const whole = await crashAt(open, 0, 'before');
      expect(whole.end.status).toBe('published');
      let unknown = 0;
      let crashes = 0;
      for (const moment of ['before', 'after'] as const) {
        for (let call = 1; ; call += 1) {
          if (isCrashSkipped(moment, call)) continue;
          const { end, publication, held, cuts } = await crashAt(open, call, moment);
          if (cuts === 0) break;
          crashes += 1;
          const where = `${moment} call ${call}`;
          expect(held, where).toEqual(thread.slice(0, held.length));
          if (end.status === 'published') {
            expect(held, where).toEqual(thread);
            continue;
          }
          unknown += 1;
          expect(publication, where).toMatchObject({ state: 'failed', error: { code: 'outcome_unknown' } });
        }
      }
      expect(crashes).toBeGreaterThan(10);
      // A crash is found when the lease of the attempt ends, after four and a half minutes.
      if (deduplicationMs > 270_000) expect(unknown).toBe(0);
      else expect(unknown).toBeGreaterThan(1);
    }, 120_000);
  },
);
