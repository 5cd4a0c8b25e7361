import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PublishRequest } from '#shared/publishing/ports/publishing-provider.ts';
import { runs } from '#test/support/fixtures/platform/depth.ts';
import type { NetworkFault } from '#test/support/fixtures/publishing/network-server.ts';
import {
  blueskyFixture,
  mastodonFixture,
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
  ['mastodon', mastodonFixture],
  ['bluesky', blueskyFixture],
] as const)('a thread at %s', (_, open: (limits?: object) => Promise<PublishingFixture>) => {
  it('exists once and in order, whatever timeouts, losses and crashes happened in between', async () => {
    await fc.assert(
      fc.asyncProperty(plan, async ({ length, faults, crashes }) => {
        await using fixture = await open({ deadlineMs: 300 });
        const texts = Array.from({ length }, (__, index) => `Part ${index}`);
        fixture.server.plan(fixture.posting, ...faults);
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
    const request = threadOf(fixture.credentials, ['One', 'Two', 'Three']);

    const results = await Promise.all([fixture.provider.publish(request), fixture.provider.publish(request)]);

    expect(results[0]).toEqual(results[1]);
    expect(fixture.held()).toHaveLength(3);
  });
});
