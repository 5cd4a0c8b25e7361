import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
// Slow: random plans, each with time-outs of 300 ms, half a minute; test/contract/publishing crashes each call.
import type { PublishResult } from '#shared/publishing/domain/publish-result.ts';
import type { PublishRequest } from '#shared/publishing/ports/publishing-provider.ts';
import { runs } from '#test/support/fixtures/platform/depth.ts';
import { anyFaultBut } from '#test/support/fixtures/publishing/any-fault.ts';
import { NETWORKS } from '#test/support/fixtures/publishing/networks.ts';
import { nextAttempt, threadOf } from '#test/support/fixtures/publishing/publishing-fixture.ts';
import type { PublishingFixture } from '#test/support/fixtures/publishing/publishing-fixture.ts';

const MAX_ATTEMPTS = 50;

const fault = anyFaultBut('firewall', 'redirect');
const plan = fc.record({
  length: fc.integer({ min: 1, max: 4 }),
  /** Whether the faults affect every request, or only those that post. */
  everywhere: fc.boolean(),
  faults: fc.array(fault, { maxLength: 6 }),
  /** Attempts whose result is lost: the publisher crashed before it could store it, and knows only that it tried. */
  crashes: fc.array(fc.boolean(), { maxLength: 6 }),
  /** Seconds until the next attempt. */
  waits: fc.array(fc.integer({ min: 0, max: 300 }), { maxLength: 6 }),
});

function afterCrash(request: PublishRequest, at: Date): PublishRequest {
  return { ...request, unknownSince: request.unknownSince ?? at };
}

/** Whether the network may no longer recognise a repetition. */
function isForgotten({ provider, clock }: PublishingFixture, { unknownSince }: PublishRequest): boolean {
  if (unknownSince === null || provider.deduplicationMs === Number.POSITIVE_INFINITY) return false;
  return (
    provider.deduplicationMs === 0 || clock().getTime() - unknownSince.getTime() > provider.deduplicationMs
  );
}

describe.each(NETWORKS)('a thread at %s', (_, open: (limits?: object) => Promise<PublishingFixture>) => {
  it('exists once and in order, or its outcome is unknown, whatever timeouts, losses and crashes happened', async () => {
    await fc.assert(
      fc.asyncProperty(plan, async ({ length: wanted, everywhere, faults, crashes, waits }) => {
        await using fixture = await open({ deadlineMs: 300 });
        const length = Math.min(wanted, fixture.thread);
        const texts = Array.from({ length }, (__, index) => `Part ${index}`);
        fixture.server.plan(everywhere ? '/' : fixture.posting, ...faults);
        let request = threadOf(fixture.credentials, texts);
        let attempts = 0;
        let end: PublishResult | undefined;
        while (end === undefined) {
          attempts += 1;
          expect(attempts).toBeLessThan(MAX_ATTEMPTS);
          const startedAt = fixture.clock();
          const isUnsafe = isForgotten(fixture, request);
          const result = await fixture.provider.publish(request);
          // A request before the one that posts can get no response.
          const unsafe = everywhere ? /^(failed|retry)$/u : /^failed$/u;
          expect(result.kind).toMatch(isUnsafe ? unsafe : /^(published|retry)$/u);
          fixture.clock.advance(waits[attempts - 1] ?? 1);
          if (crashes[attempts - 1] === true && !isUnsafe) {
            request = afterCrash(request, startedAt);
            continue;
          }
          if (result.kind !== 'retry') end = result;
          request = nextAttempt(request, result, startedAt);
        }
        await fixture.server.settled();

        const thread = texts.map((text, index) => ({ text, responses: index === 0 ? null : index - 1 }));
        const held = fixture.held();
        expect(held).toEqual(thread.slice(0, held.length));
        if (end.kind === 'published') {
          expect(held).toHaveLength(length);
          expect(end.done).toHaveLength(length);
        } else {
          expect(end).toMatchObject({ kind: 'failed', error: { code: 'outcome_unknown' } });
          expect(held.length).toBeGreaterThanOrEqual(end.done.length);
        }
      }),
      { numRuns: runs(40), endOnFailure: true },
    );
  }, 60_000);
});

// Telegram and LinkedIn recognise no repetition.
describe.each(NETWORKS.filter(([name]) => name !== 'telegram' && name !== 'linkedin'))(
  'a thread at %s',
  (_, open: (limits?: object) => Promise<PublishingFixture>) => {
    it('exists once when two attempts run at the same time', async () => {
      await using fixture = await open();
      const texts = ['One', 'Two', 'Three'].slice(0, fixture.thread);
      const request = threadOf(fixture.credentials, texts);

      const results = await Promise.all([
        fixture.provider.publish(request),
        fixture.provider.publish(request),
      ]);

      expect(results[0]).toEqual(results[1]);
      expect(fixture.held()).toHaveLength(texts.length);
    });
  },
);

/** The number of requests that publish one post. */
async function countRequests(open: () => Promise<PublishingFixture>): Promise<number> {
  await using fixture = await open();
  await fixture.provider.publish(threadOf(fixture.credentials, ['Hello']));
  return fixture.server.requests.length;
}

describe.each(NETWORKS)('a post at %s', (_, open: () => Promise<PublishingFixture>) => {
  it.each(['error_before', 'taken_reset'] as const)(
    'exists at most once if the publisher crashes at any of its requests: %s',
    async (crash) => {
      const requests = await countRequests(open);
      for (let before = 0; before < requests; before += 1) {
        await using fixture = await open();
        const request = threadOf(fixture.credentials, ['Hello']);
        fixture.server.plan('/', ...Array(before).fill('fine'), crash);
        await fixture.provider.publish(request);

        const unknown = afterCrash(request, fixture.clock());
        const result = await fixture.provider.publish(unknown);

        if (isForgotten(fixture, unknown)) {
          expect(result).toMatchObject({ kind: 'failed', error: { code: 'outcome_unknown' } });
          expect(fixture.held()).toHaveLength(crash === 'taken_reset' ? 1 : 0);
          continue;
        }
        expect(result.kind).toBe('published');
        expect(fixture.held()).toEqual([{ text: 'Hello', responses: null }]);
      }
    },
  );
});
