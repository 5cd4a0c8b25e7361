import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PublishRequest } from '#shared/publishing/ports/publishing-provider.ts';
import { runs } from '#test/support/fixtures/platform/depth.ts';
import type { NetworkFault } from '#test/support/fixtures/publishing/network-server.ts';
import {
  blueskyBench,
  mastodonBench,
  nextAttempt,
  threadOf,
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
  faults: fc.array(fault, { maxLength: 6 }),
  /** Attempts whose result is lost: the publisher crashed before it could store it, and knows only that it tried. */
  crashes: fc.array(fc.boolean(), { maxLength: 6 }),
});

function afterCrash(request: PublishRequest, at: Date): PublishRequest {
  return { ...request, unknownSince: request.unknownSince ?? at };
}

describe.each([
  ['mastodon', mastodonBench],
  ['bluesky', blueskyBench],
] as const)('a thread at %s', (_, open: (limits?: object) => Promise<PublishingFixture>) => {
  it('exists once and in order, whatever timeouts, losses and crashes happened in between', async () => {
    await fc.assert(
      fc.asyncProperty(plan, async ({ length, faults, crashes }) => {
        await using bench = await open({ deadlineMs: 300 });
        const texts = Array.from({ length }, (__, index) => `Part ${index}`);
        bench.server.plan(bench.posting, ...faults);
        let request = threadOf(bench.credentials, texts);
        let attempts = 0;
        let published = false;
        while (!published) {
          attempts += 1;
          expect(attempts).toBeLessThan(MAX_ATTEMPTS);
          const result = await bench.provider.publish(request);
          expect(result.kind).toMatch(/^(published|retry)$/u);
          if (crashes[attempts - 1] === true) {
            request = afterCrash(request, bench.clock());
            continue;
          }
          published = result.kind === 'published';
          request = nextAttempt(request, result, bench.clock());
        }
        await bench.server.settled();

        expect(bench.held()).toEqual(
          texts.map((text, index) => ({ text, responses: index === 0 ? null : index - 1 })),
        );
        expect(request.done).toHaveLength(length);
      }),
      { numRuns: runs(40), endOnFailure: true },
    );
  }, 60_000);

  it('exists once when two attempts run at the same time', async () => {
    await using bench = await open();
    const request = threadOf(bench.credentials, ['One', 'Two', 'Three']);

    const results = await Promise.all([bench.provider.publish(request), bench.provider.publish(request)]);

    expect(results[0]).toEqual(results[1]);
    expect(bench.held()).toHaveLength(3);
  });
});
