import { describe, expect } from 'vitest';
import { consumer as declared } from '#functions/biolinks/count-visits/consumer.ts';
import { createHandler } from '#functions/biolinks/count-visits/handler.ts';
import type { VisitCounts } from '#shared/biolinks/ports/page-day-store.ts';
import { queueMessages, toLambdaHandler } from '#shared/platform/entry/consumer-entry.ts';
import { aPage } from '#test/support/builders/biolinks/page-builders.ts';
import { aClick, aView } from '#test/support/builders/biolinks/visit-builders.ts';
import { aContext } from '#test/support/builders/platform/command-builders.ts';
import { itWith } from '#test/support/fixtures/platform/it-with.ts';
import { noPause } from '#test/support/fixtures/platform/no-pause.ts';
import { createMemoryFixture } from '#test/support/fixtures/platform/platform-fixture.ts';
import { queueBatch } from '#test/support/fixtures/platform/queue-event.ts';
import { createRecordingLog } from '#test/support/fixtures/platform/recording-log.ts';
import { createTestClock } from '#test/support/fixtures/platform/test-clock.ts';

const DAY = '2026-06-01';
const DONE = { batchItemFailures: [] };

async function createFixture() {
  const { days, pages } = createMemoryFixture();
  const clock = createTestClock();
  const log = createRecordingLog();

  /** A page, and what its visits have in common. */
  async function createPage() {
    const page = aPage();
    await pages.create(page, aContext());
    return { page, place: { workspaceId: page.workspaceId, pageId: page.id } };
  }

  const viewsOf = async (pageId: string, day = DAY) => (await days.read(pageId, day)).day?.views ?? 0;
  const consumer = (counts: VisitCounts = days) =>
    toLambdaHandler(declared, [queueMessages], createHandler({ counts, clock, backOff: noPause, log }), {
      log,
    });
  return { days, pages, clock, log, createPage, viewsOf, consumer };
}

const it = itWith(createFixture);

describe('count-visits', () => {
  it('counts the visits of a batch by page and day, each day with one write', async ({
    days,
    ...fixture
  }) => {
    const [one, two] = [await fixture.createPage(), await fixture.createPage()];
    let writes = 0;
    const counts: VisitCounts = {
      ...days,
      async save(...saved) {
        writes += 1;
        return days.save(...saved);
      },
    };
    const batch = queueBatch({
      a: aView({ referrer: 'a.example' }, one.place),
      b: aView({}, one.place),
      c: aClick({}, one.place),
      d: aView({}, { ...one.place, day: '2026-06-02' }),
      e: aView({}, two.place),
    });

    expect(await fixture.consumer(counts)(batch)).toEqual(DONE);
    expect(writes).toBe(3);
    expect((await days.read(one.page.id, DAY)).day).toMatchObject({ views: 2, clicks: 1 });
    expect(await fixture.viewsOf(one.page.id, '2026-06-02')).toBe(1);
    expect(await fixture.viewsOf(two.page.id)).toBe(1);
  });

  it('counts a repeated message once, alone, in another batch and in the same one', async (fixture) => {
    const { page, place } = await fixture.createPage();
    const run = fixture.consumer();
    const { Records } = queueBatch({ a: aView({}, place) });
    await run(queueBatch({ a: aView({}, place) }));
    await run({ Records: [...Records, ...Records, ...queueBatch({ b: aView({}, place) }).Records] });
    await run(queueBatch({ a: aView({}, place), b: aView({}, place) }, 5));

    expect(await fixture.viewsOf(page.id)).toBe(2);
  });

  it('returns only malformed messages to the queue', async (fixture) => {
    const { page, place } = await fixture.createPage();
    const view = aView({}, place);
    const batch = queueBatch({
      good: view,
      text: 'x',
      empty: {},
      extra: { ...view, address: '192.0.2.1' },
      page: { ...view, pageId: 'x' },
      day: { ...view, day: 'yesterday' },
      hash: aView({ visitor: 'g'.repeat(16) }, place),
      click: { ...aClick({}, place), block: 'x' },
      kind: { ...view, kind: 'look' },
    });
    const { batchItemFailures } = await fixture.consumer()(batch);

    expect(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier)).toEqual([
      'text',
      'empty',
      'extra',
      'page',
      'day',
      'hash',
      'click',
      'kind',
    ]);
    expect(await fixture.viewsOf(page.id)).toBe(1);
  });

  it('returns the messages of a page whose write fails, and counts those of other pages', async (fixture) => {
    const { days, log } = fixture;
    const [one, two] = [await fixture.createPage(), await fixture.createPage()];
    const counts: VisitCounts = {
      ...days,
      async save(version, after, messages, now) {
        if (after.pageId === one.page.id) throw new Error('Throttled');
        return days.save(version, after, messages, now);
      },
    };
    const { batchItemFailures } = await fixture.consumer(counts)(
      queueBatch({ a: aView({}, one.place), b: aView({}, one.place), c: aView({}, two.place) }),
    );

    expect(batchItemFailures).toEqual([{ itemIdentifier: 'a' }, { itemIdentifier: 'b' }]);
    expect(await fixture.viewsOf(two.page.id)).toBe(1);
    expect(log.lines).toContainEqual(
      expect.objectContaining({ code: 'VISITS_FAILED', fields: expect.objectContaining({ messages: 2 }) }),
    );
  });

  it('counts on top of another run that was faster', async (fixture) => {
    const { days } = fixture;
    const { page, place } = await fixture.createPage();
    let isFirst = true;
    const counts: VisitCounts = {
      ...days,
      async findCounted(...read) {
        const counted = await days.findCounted(...read);
        if (isFirst) await fixture.consumer()(queueBatch({ a: aView({}, place), b: aView({}, place) }));
        isFirst = false;
        return counted;
      },
    };

    expect(await fixture.consumer(counts)(queueBatch({ a: aView({}, place), c: aView({}, place) }))).toEqual(
      DONE,
    );
    expect(await fixture.viewsOf(page.id)).toBe(3);
  });

  it('gives the messages back if other runs are always faster', async (fixture) => {
    const { page, place } = await fixture.createPage();
    const counts: VisitCounts = { ...fixture.days, save: async () => 'changed' };

    expect(await fixture.consumer(counts)(queueBatch({ a: aView({}, place) }))).toEqual({
      batchItemFailures: [{ itemIdentifier: 'a' }],
    });
    expect(await fixture.viewsOf(page.id)).toBe(0);
  });

  it('drops the visits of a deleted page, and those from before a reset', async (fixture) => {
    const { days } = fixture;
    const [gone, kept] = [await fixture.createPage(), await fixture.createPage()];
    await fixture.pages.remove(gone.page, aContext());
    const { change } = aContext();
    await days.reset(kept.page, [DAY], { change, idempotencyRecord: null });
    const before = { ...kept.place, at: change.at.getTime() - 1 };
    const after = { ...kept.place, at: change.at.getTime() };

    expect(
      await fixture.consumer()(
        queueBatch({ a: aView({}, gone.place), b: aView({}, before), c: aView({}, after) }),
      ),
    ).toEqual(DONE);
    expect(await fixture.viewsOf(gone.page.id)).toBe(0);
    expect(await fixture.viewsOf(kept.page.id)).toBe(1);
    expect((await days.read(gone.page.id, DAY)).version).toBeNull();
  });
});
