import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '#test/support/fixtures/platform/depth.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';
import { startPostApi } from '#test/support/fixtures/publishing/post-api.ts';

type Sent = Record<string, unknown>;
type SentVersion = { account_id: number; is_original: boolean; content: Sent[]; options?: object };

const ACCOUNT_IDS = [1, 2, 3, 4, 5];
const STATES = ['draft', 'scheduled', 'published', 'failed', 'trashed', 'publishing'] as const;

/** Texts without rejected control characters (docs/specification.md#control-characters). */
const text = fc.string({ unit: 'grapheme', maxLength: 40 });

const link = fc.constantFrom(null, '', 'https://example.com/a', ' http://e.co/?q=1#f ');

const item = fc.record(
  {
    body: fc.option(text, { nil: null }),
    url: link,
    media: fc.array(fc.constantFrom(1, 2, 3, 4, 5, 6), { maxLength: 20 }),
  },
  { requiredKeys: [] },
);

const options = fc.dictionary(text, fc.dictionary(text, fc.jsonValue({ maxDepth: 3 }), { maxKeys: 3 }), {
  maxKeys: 3,
});

const date = fc
  .date({ min: new Date('1970-01-01'), max: new Date('2100-12-31'), noInvalidDate: true })
  .map((at) => at.toISOString().slice(0, 10));

const time = fc
  .tuple(fc.nat({ max: 23 }), fc.nat({ max: 59 }))
  .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'));

function versionOf(accountId: number): fc.Arbitrary<SentVersion> {
  return fc.record(
    {
      account_id: fc.constant(accountId),
      is_original: fc.constant(accountId === 0),
      content: fc.array(item, { minLength: 1, maxLength: 4 }),
      options,
    },
    { requiredKeys: ['account_id', 'is_original', 'content'] },
  );
}

/** Bodies that the specification allows, with existing accounts, tags and files. */
const validBody: fc.Arbitrary<Sent> = fc
  .array(fc.constantFrom(...ACCOUNT_IDS), { maxLength: 8 })
  .chain((accounts) => {
    const others = fc.shuffledSubarray([...new Set(accounts)]);
    const versions = others.chain((ids) => fc.tuple(versionOf(0), ...ids.map(versionOf)));
    return fc.record(
      {
        accounts: fc.constant(accounts),
        tags: fc.array(fc.constantFrom(1, 2), { maxLength: 4 }),
        date: fc.option(date, { nil: null }),
        time: fc.option(time, { nil: null }),
        versions,
      },
      { requiredKeys: accounts.length > 0 ? ['accounts', 'versions'] : ['versions'] },
    );
  });

/** One way each to make a body invalid. */
const BREAKS: readonly ((body: Sent, versions: SentVersion[]) => unknown)[] = [
  (body) => (body['accounts'] = null),
  (body) => (body['tags'] = 'x'),
  (body) => (body['tags'] = [99]),
  (body) => (body['date'] = '2026-02-29'),
  (body) => (body['time'] = '7:00'),
  (body) => (body['versions'] = []),
  (body) => delete body['versions'],
  (body) => (body['revision'] = 1),
  (_, [first]) => first && (first.is_original = false),
  (_, [first]) => first && (first.account_id = 1),
  (_, [first]) => first && (first.content = []),
  (_, [first]) => first && (first.options = { x: 1 }),
  (_, versions) => versions.push({ account_id: 77, is_original: false, content: [{}] }),
  // Added to an empty list it would be valid again.
  (_, versions) => versions.length > 0 && versions.push({ account_id: 0, is_original: true, content: [{}] }),
  (_, [first]) => first?.content.push({ body: '\u0000' }),
  (_, [first]) => first?.content.push({ media: [99] }),
  (_, [first]) => first?.content.push({ url: 'javascript:alert(1)' }),
  (_, [first]) => first?.content.push({ media: [1.5] }),
];

const brokenBody: fc.Arbitrary<Sent> = fc
  .tuple(validBody, fc.subarray([...BREAKS.keys()], { minLength: 1, maxLength: 3 }))
  .map(([valid, breaks]) => {
    const body = structuredClone(valid);
    for (const index of breaks) {
      const versions = (body['versions'] ?? []) as SentVersion[];
      BREAKS[index]?.(body, versions);
    }
    return body;
  });

/** Random values under the field names of bodies. */
const oddBody = fc.record(
  {
    accounts: fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constant([1, 2])),
    tags: fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constant([1])),
    date: fc.oneof(fc.jsonValue({ maxDepth: 1 }), date),
    time: fc.oneof(fc.jsonValue({ maxDepth: 1 }), time),
    versions: fc.oneof(
      fc.jsonValue({ maxDepth: 4 }),
      fc.tuple(versionOf(0)),
      fc.tuple(versionOf(0), fc.jsonValue({ maxDepth: 3 })),
    ),
  },
  { requiredKeys: [] },
);

/** The meaning of a body, implemented a second time: the response of GET afterwards. */
function normalised(body: Sent): Sent {
  const { accounts = [], tags = [], versions } = body as Record<string, unknown[]>;
  return {
    accounts: accounts.filter((id, index) => accounts.indexOf(id) === index),
    tags: tags.filter((id, index) => tags.indexOf(id) === index),
    date: body['date'] ?? null,
    time: body['time'] ?? null,
    versions: (versions as SentVersion[]).map((version) => ({
      account_id: version.account_id,
      is_original: version.is_original,
      content: version.content.map(({ body: words, url, media }) => ({
        body: words ?? null,
        url: typeof url === 'string' && url !== '' ? url.trim() : null,
        media: media ?? [],
      })),
      options: version.options ?? {},
    })),
  };
}

const fixture = forAllTests(startPostApi);
/** Sends the body as JSON, to a post in the state; returns the result. */
async function attempt(state: (typeof STATES)[number], sent: Sent) {
  const { put, run, stored, update } = fixture;
  const before = structuredClone(put({ tags: [2], accounts: [3] }, state));
  const params = { post: before.id };
  const json = JSON.stringify(sent);
  const { status, text: response } = await update(JSON.parse(json), { params });
  const after = stored(before.id);
  const isUnchanged = JSON.stringify(after) === JSON.stringify(before);
  const { accounts, tags, date: day, time: clock, versions } = (await run('get-post', { params })).body.data;
  const shown = JSON.stringify({ accounts, tags, date: day, time: clock, versions });
  const meant = () => JSON.stringify(normalised(JSON.parse(json)));
  return { status, response, isUnchanged, shown, meant, after };
}

describe('update-post, any body', () => {
  it('stores a valid body of a draft, a published or a failed post exactly as normalised', async () => {
    const state = fc.constantFrom('draft', 'published', 'failed');
    await fc.assert(
      fc.asyncProperty(state, validBody, async (name, sent) => {
        const { status, response, shown, meant, after } = await attempt(name, sent);

        expect([status, response]).toEqual([200, '{"success":true}']);
        expect(shown).toBe(meant());
        const isComplete = after.accounts.length > 0 && after.date !== null && after.time !== null;
        expect(after.status).toBe(isComplete ? name : 'draft');
        expect(after.scheduledAt === null).toBe(after.date === null || after.time === null);
      }),
      { numRuns: runs(200) },
    );
  });

  it('leaves a post in any state unchanged for an invalid body', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...STATES), brokenBody, async (state, sent) => {
        const { status, isUnchanged } = await attempt(state, sent);

        expect(status).toBe(422);
        expect(isUnchanged).toBe(true);
      }),
      { numRuns: runs(200) },
    );
  });

  it('stores exactly what was sent or nothing at all, whatever is sent and whatever the state', async () => {
    const sent = fc.oneof(oddBody, validBody, brokenBody);
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...STATES), sent, async (state, body) => {
        const { status, isUnchanged, shown, meant, after } = await attempt(state, body);

        expect([200, 409, 422]).toContain(status);
        expect(isUnchanged).toBe(status !== 200);
        if (status === 200) expect(shown).toBe(meant());
        // A plan exists exactly while the post is scheduled, and is for its time.
        if (status === 200) {
          expect(after.due?.at).toEqual(after.status === 'scheduled' ? after.scheduledAt : undefined);
        }
      }),
      { numRuns: runs(300) },
    );
  });
});
