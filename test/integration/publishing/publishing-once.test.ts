import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PublishRequest } from '#shared/publishing/ports/publishing-provider.ts';
import { runs } from '#test/support/fixtures/platform/depth.ts';
import type { NetworkFault } from '#test/support/fixtures/publishing/network-server.ts';
import {
  blueskyFixture,
  devtoFixture,
  mastodonFixture,
  nextAttempt,
  threadOf,
  wordpressFixture,
} from '#test/support/fixtures/publishing/publishing-fixture.ts';
import type { PublishingFixture } from '#test/support/fixtures/publishing/publishing-fixture.ts';

const FAULTS = [
  'fine',
  'error_before',
  'taken_reset',
  'taken_error',
  'taken_garbage',
  'taken_half',
  'silence_before',
  'taken_silence',
  'late',
] as const satisfies readonly NetworkFault[];
/** Timeouts cost real time; the others are tested more often. */
const WEIGHTS: readonly number[] = [3, 3, 3, 3, 3, 3, 1, 1, 1];
const MAX_ATTEMPTS = 50;

const fault = fc.oneof(
  ...FAULTS.map((value, index) => ({ weight: WEIGHTS[index] ?? 1, arbitrary: fc.constant(value) })),
);
const plan = fc.record({
  length: fc.integer({ min: 1, max: 4 }),
  /** Whether the faults affect every request, or only those that post. */
  everywhere: fc.boolean(),
  faults: fc.array(fault, { maxLength: 6 }),
  /** Attempts whose result is lost: the publisher crashed before it could store it, and knows only that it tried. */
  crashes: fc.array(fc.boolean(), { maxLength: 6 }),
});

function afterCrash(request: PublishRequest, at: Date): PublishRequest {
  return { ...request, unknownSince: request.unknownSince ?? at };
}

/** The number of requests that publish one post. */
async function countRequests(open: () => Promise<PublishingFixture>): Promise<number> {
  await using fixture = await open();
  await fixture.provider.publish(threadOf(fixture.credentials, ['Hello']));
  return fixture.server.requests.length;
}

describe.each([
  ['mastodon', mastodonFixture],
  ['bluesky', blueskyFixture],
  ['wordpress', wordpressFixture],
  ['devto', devtoFixture],
] as const)('a thread at %s', (_, open: (limits?: object) => Promise<PublishingFixture>) => {
  it('exists once and in order, whatever timeouts, losses and crashes happened in between', async () => {
    await fc.assert(
      fc.asyncProperty(plan, async ({ length: wanted, everywhere, faults, crashes }) => {
        await using fixture = await open({ deadlineMs: 300 });
        const length = Math.min(wanted, fixture.thread);
        const texts = Array.from({ length }, (__, index) => `Part ${index}`);
        fixture.server.plan(everywhere ? '/' : fixture.posting, ...faults);
        let request = threadOf(fixture.credentials, texts);
        let attempts = 0;
        let published = false;
        while (!published) {
          attempts += 1;
          expect(attempts).toBeLessThan(MAX_ATTEMPTS);
          const result = await fixture.provider.publish(request);
          expect(result.kind).toMatch(/^(published|retry)$/u);
          if (crashes[attempts - 1] === true) {
            request = afterCrash(request, fixture.clock());
            continue;
          }
          published = result.kind === 'published';
          request = nextAttempt(request, result, fixture.clock());
        }
        await fixture.server.settled();

        expect(fixture.held()).toEqual(
          texts.map((text, index) => ({ text, responses: index === 0 ? null : index - 1 })),
        );
        expect(request.done).toHaveLength(length);
      }),
      { numRuns: runs(40), endOnFailure: true },
    );
  }, 60_000);

  it('exists once when two attempts run at the same time', async () => {
    await using fixture = await open();
    const texts = ['One', 'Two', 'Three'].slice(0, fixture.thread);
    const request = threadOf(fixture.credentials, texts);

    const results = await Promise.all([fixture.provider.publish(request), fixture.provider.publish(request)]);

    expect(results[0]).toEqual(results[1]);
    expect(fixture.held()).toHaveLength(texts.length);
  });

  it.each(['error_before', 'taken_reset'] as const)(
    'exists once if the publisher crashes at any of its requests: %s',
    async (crash) => {
      const requests = await countRequests(open);
      for (let before = 0; before < requests; before += 1) {
        await using fixture = await open();
        const request = threadOf(fixture.credentials, ['Hello']);
        fixture.server.plan('/', ...Array(before).fill('fine'), crash);
        await fixture.provider.publish(request);

        const result = await fixture.provider.publish(afterCrash(request, fixture.clock()));

        expect(result.kind).toBe('published');
        expect(fixture.held()).toEqual([{ text: 'Hello', responses: null }]);
      }
    },
  );
});
