import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MalformedItemError } from '#shared/platform/core/errors.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import type { Item } from '#shared/platform/store/table.ts';
import {
  type Post,
  POST_STATUSES,
  type PostVersion,
  type Publication,
} from '#shared/publishing/domain/post.ts';
import { fromPostItem, toPostItem } from '#shared/publishing/store/post-items.ts';
import { fromPublicationItem, toPublicationItem } from '#shared/publishing/store/publication-items.ts';
import { aContext } from '#test/support/builders/platform/command-builders.ts';
import { runs } from '#test/support/fixtures/platform/depth.ts';
import { aPostIn } from '#test/support/fixtures/publishing/post-states.ts';

const RUNS = { numRuns: runs(300) };

const text = fc.string({ unit: 'grapheme', maxLength: 20 });
const instant = fc.date({ min: new Date(0), max: new Date('9999-12-31'), noInvalidDate: true });
const id = instant.map((at) => newId(at));
const number = fc.maxSafeNat();
const numbers = fc.array(number, { maxLength: 4 });

function maybe<T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> {
  return fc.option(arbitrary, { nil: null });
}

/** As JSON represents them: without -0. */
const options: fc.Arbitrary<PostVersion['options']> = fc
  .dictionary(fc.string(), fc.dictionary(fc.string(), fc.jsonValue()), { noNullPrototype: true })
  .map((value) => JSON.parse(JSON.stringify(value)));

const version: fc.Arbitrary<PostVersion> = fc.record({
  accountId: number,
  isOriginal: fc.boolean(),
  content: fc.array(fc.record({ body: maybe(text), url: maybe(text), media: numbers }), { maxLength: 3 }),
  options,
});

const due = fc.record({ at: instant, seq: number, timer: fc.boolean() });

const post: fc.Arbitrary<Post> = fc.record({
  id,
  workspaceId: id,
  status: fc.constantFrom(...POST_STATUSES),
  accounts: numbers,
  tags: numbers,
  date: maybe(text),
  time: maybe(text),
  versions: fc.array(version, { maxLength: 3 }),
  run: maybe(fc.record({ number, startedAt: instant, accounts: numbers, pending: numbers })),
  runs: number,
  retryAccounts: maybe(numbers),
  heldAccounts: numbers,
  approval: maybe(
    fc.record({
      state: fc.constantFrom('requested', 'approved', 'returned'),
      requestedAt: instant,
      requestedBy: id,
      decidedAt: maybe(instant),
      decidedBy: maybe(id),
      note: maybe(text),
    }),
  ),
  queued: fc.boolean(),
  timezone: text,
  scheduledAt: maybe(instant),
  keptInstant: fc.boolean(),
  publishedAt: maybe(instant),
  trashedAt: maybe(instant),
  due: maybe(due),
  dueSeq: number,
  revision: number,
  createdAt: instant,
  updatedAt: instant,
});

const publication: fc.Arbitrary<Publication> = fc.record({
  postId: id,
  workspaceId: id,
  run: number,
  accountId: number,
  provider: text,
  state: fc.constantFrom('pending', 'published', 'failed'),
  attempts: number,
  uncounted: number,
  lastAttemptAt: maybe(instant),
  nextAttemptAt: maybe(instant),
  unknownSince: maybe(instant),
  remote: fc.array(fc.record({ id: text, url: maybe(text) }), { maxLength: 3 }),
  digests: fc.array(text, { maxLength: 3 }),
  keyRun: fc.record({ number, startedAt: instant }),
  error: maybe(fc.record({ code: text, detail: text })),
  createdAt: instant,
  finishedAt: maybe(instant),
});

/** The item as the table returns it. */
function stored(item: Item): Item {
  return unmarshall(marshall(item, { removeUndefinedValues: true }));
}

describe('an item decodes to its source', () => {
  const { change } = aContext();

  it('for posts', () => {
    fc.assert(
      fc.property(post, (value) => {
        expect(fromPostItem(stored(toPostItem(value, change)))).toEqual(value);
      }),
      RUNS,
    );
  });

  it('for publications', () => {
    fc.assert(
      fc.property(publication, (value) => {
        expect(fromPublicationItem(stored(toPublicationItem(value)))).toEqual(value);
      }),
      RUNS,
    );
  });

  it.each(['status', 'versions', 'revision', 'timezone'])('and throws without its %s', (attribute) => {
    const { [attribute]: _, ...rest } = stored(toPostItem(aPostIn('draft'), change));

    expect(() => fromPostItem(rest)).toThrow(MalformedItemError);
  });
});
