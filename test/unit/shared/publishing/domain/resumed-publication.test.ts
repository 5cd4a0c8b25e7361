import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#shared/platform/core/time-units.ts';
import type { Publication } from '#shared/publishing/domain/post.ts';
import { newPublication } from '#shared/publishing/domain/publishing-run.ts';
import { resumedPublication } from '#shared/publishing/domain/resumed-publication.ts';
import { secondsAfterNow, NOW } from '#test/support/builders/platform/command-builders.ts';
import { aPostIn } from '#test/support/fixtures/publishing/post-states.ts';

const OUT = [
  { id: 'remote-1', url: null },
  { id: 'remote-2', url: null },
];
const post = aPostIn('publishing');
const FIRST = { number: 1, startedAt: NOW };

/** The start of run 2, a minute after the end of `last`. */
function resumed(last: Partial<Publication>, digests: readonly string[], deduplicationMs = 50 * MINUTE_MS) {
  const before = newPublication(post, FIRST, 1, 'sandbox');
  const failed = { ...before, state: 'failed', digests: ['a', 'b', 'c'], ...last } as const;
  const second = { number: 2, startedAt: secondsAfterNow(60) };
  const fresh = { ...newPublication(post, second, 1, 'sandbox'), digests };
  const { remote, unknownSince, keyRun } = resumedPublication(fresh, failed, deduplicationMs);
  return { remote, unknownSince, key: keyRun.number };
}

describe('resumedPublication', () => {
  it.each<[string, Partial<Publication>, readonly string[], object]>([
    ['nothing of what was published', { state: 'published', remote: OUT }, ['a'], { remote: [], key: 2 }],
    ['nothing if nothing is published', {}, ['a', 'b', 'c'], { remote: [], unknownSince: null, key: 2 }],
    ['what is published, under its own name', { remote: OUT }, ['a', 'b', 'x'], { remote: OUT, key: 2 }],
    ['all of a thread that lost the rejected item', { remote: OUT }, ['a', 'b'], { remote: OUT, key: 2 }],
    ['what precedes an edited post', { remote: OUT }, ['a', 'x', 'c'], { remote: OUT.slice(0, 1), key: 2 }],
    ['nothing after an edited first post', { remote: OUT }, ['x', 'b', 'c'], { remote: [], key: 2 }],
    ['nothing that was dropped', { remote: OUT }, [], { remote: [], key: 2 }],
    [
      'what may be published, with its name and since when',
      { remote: OUT, unknownSince: secondsAfterNow(9) },
      ['a', 'b', 'c'],
      { remote: OUT, unknownSince: secondsAfterNow(9), key: 1 },
    ],
    [
      'no uncertainty about a post that was edited since',
      { remote: OUT, unknownSince: secondsAfterNow(9) },
      ['a', 'b', 'x'],
      { remote: OUT, unknownSince: null, key: 2 },
    ],
    [
      'no uncertainty after an edited post',
      { remote: OUT, unknownSince: secondsAfterNow(9) },
      ['x', 'b', 'c'],
      { remote: [], unknownSince: null, key: 2 },
    ],
    [
      'nothing of items from before there were digests',
      { remote: OUT, digests: [], unknownSince: secondsAfterNow(9) },
      ['a', 'b', 'c'],
      { remote: [], unknownSince: null, key: 2 },
    ],
  ])('keeps %s', (_, last, digests, kept) => {
    expect(resumed(last, digests)).toMatchObject(kept);
  });

  it('keeps only the name once the network no longer guarantees to recognise it', () => {
    const unknownSince = secondsAfterNow(60 - 50 * 60);

    expect(resumed({ unknownSince }, ['a'])).toEqual({ remote: [], unknownSince, key: 1 });
    const earlier = new Date(unknownSince.getTime() - 1);
    expect(resumed({ unknownSince: earlier }, ['a'])).toEqual({ remote: [], unknownSince: null, key: 1 });
    expect(resumed({ unknownSince: earlier }, ['a'], Number.POSITIVE_INFINITY)).toMatchObject({
      unknownSince: earlier,
    });
  });

  it('follows a chain of runs to the name of the first', () => {
    const keyRun = { number: 7, startedAt: secondsAfterNow(-5) };

    expect(resumed({ keyRun, unknownSince: secondsAfterNow(9) }, ['a', 'b', 'c'])).toMatchObject({ key: 7 });
  });
});
