import { describe, expect } from 'vitest';
import { createHandler } from '#functions/privacy/export-workspaces/handler.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import { EXPORT_INTERVAL_MS, type ExportedMedia } from '#shared/privacy/domain/workspace-export.ts';
import { createRecordingLog } from '#test/support/fixtures/platform/recording-log.ts';
import { it as test } from '#test/support/fixtures/workspaces/workspace-api.ts';

type Given = Parameters<Parameters<typeof test>[1]>[0];
type Exporter = ReturnType<typeof exporterOf>;

const FILES = 23;
/** Files of one read of the library. */
const PAGE = 10;

/** An exporter of a library of 23 files, whose calls to S3 and DynamoDB can be made to fail. */
function exporterOf({ api }: Pick<Given, 'api'>) {
  const { stored } = api.exportFiles;
  const library: ExportedMedia[] = Array.from({ length: FILES }, (_, index) => ({
    id: index + 1,
    uuid: newId(api.clock()),
    name: `Photo ${index + 1}`,
    mimeType: 'image/png',
    size: 5,
    objectKey: `media/${api.workspaceId}/${index + 1}`,
  }));
  for (const { objectKey, id } of library) stored.set(objectKey, `photo ${id}`);
  let left = Number.POSITIVE_INFINITY;
  let calls = 0;
  const between: (() => Promise<void>)[] = [];
  async function attempt<T>(act: () => Promise<T>): Promise<T> {
    calls += 1;
    left -= 1;
    if (left < 0) throw new Error('killed');
    return act();
  }
  const run = createHandler({
    jobs: {
      readPending: api.exportJobs.readPending,
      advance: (before, after) => attempt(() => api.exportJobs.advance(before, after)),
    },
    records: {
      read: async () => ({ records: [], after: null }),
      async readMedia(_, after) {
        const from = Number(after ?? 0);
        const media = library.slice(from, from + PAGE);
        return { media, after: from + PAGE < FILES ? String(from + PAGE) : null };
      },
    },
    files: {
      async put(key, content) {
        await attempt(() => api.exportFiles.put(key, content));
        const [other] = between.splice(0);
        await other?.();
        if (other) left = Number.POSITIVE_INFINITY;
      },
      copy: (from, to) => attempt(() => api.exportFiles.copy(from, to)),
    },
    clock: api.clock,
    log: createRecordingLog(),
  });
  return {
    library,
    stored,
    calls: () => calls,
    /** Runs once, and another run between the first list of this run and its progress. */
    async overlap(other: () => Promise<void>) {
      between.push(() => other().catch(() => undefined));
      await this.run();
    },

    /** Runs once. The run is killed at a call; `remaining` are the milliseconds that each question for the time returns. */
    async run(killedAt = Number.POSITIVE_INFINITY, remaining = () => 60_000) {
      left = killedAt;
      // An export waits after a turn that was killed.
      api.clock.advance(3600);
      return run({}, { awsRequestId: newId(api.clock()), getRemainingTimeInMillis: remaining });
    },
  };
}

/** Each run has time for one NDJSON file, or for the first copies of one. */
function aShortRun(): () => number {
  let questions = 0;
  return () => ((questions += 1) === 1 ? 60_000 : 0);
}

/** All pages of the list. */
async function listed(call: Given['call'], id: string, limit: number) {
  const found: Record<string, unknown>[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const query: Record<string, string> = { limit: String(limit), ...(cursor && { cursor }) };
    const { status, body } = await call('list-export-media', { params: { export: id }, query });
    expect(status).toBe(200);
    expect(body['has_more']).toBe(body['next_cursor'] !== null);
    found.push(...(body['data'] as unknown as Record<string, unknown>[]));
    cursor = body['next_cursor'] as string | null;
  }
  return found;
}

async function created(call: Given['call']): Promise<string> {
  return String((await call('create-export')).body.data.id);
}

function expectCopies({ library, stored }: Exporter, found: readonly Record<string, unknown>[], about = '') {
  expect([about, found.map((one) => one['media_id'])]).toEqual([about, library.map(({ id }) => id)]);
  for (const one of found) {
    const key = String(one['url']).replace('https://files.example.com/', '');
    expect([about, stored.get(key)]).toEqual([about, `photo ${String(one['media_id'])}`]);
  }
}

describe('the media files of an export', () => {
  test('are copied and listed in pages, also across the lists that the export wrote', async ({
    api,
    call,
  }) => {
    const exporter = exporterOf({ api });
    const id = await created(call);
    expect(await listed(call, id, 10)).toEqual([]);
    await exporter.run();

    for (const limit of [1, 7, 10, 100]) expectCopies(exporter, await listed(call, id, limit));
    const [first] = await listed(call, id, 1);
    const file = `media/${exporter.library[0]?.uuid}.png`;
    expect(first).toEqual({
      media_id: 1,
      name: 'Photo 1',
      mime_type: 'image/png',
      bytes: 5,
      file,
      url: `https://files.example.com/exports/${api.workspaceId}/${id}/${file}`,
    });
  });

  test('are each listed once, wherever the run before was killed', async ({ api, call }) => {
    const exporter = exporterOf({ api });
    await created(call);
    await exporter.run();
    const all = exporter.calls();
    expect(all).toBeGreaterThan(FILES);
    for (let killedAt = 0; killedAt < all; killedAt += 1) {
      api.clock.advance(EXPORT_INTERVAL_MS.workspace / 1000);
      const id = await created(call);
      await expect(exporter.run(killedAt)).rejects.toThrow('1 of 1 due jobs failed');
      expect(await listed(call, id, 100)).toEqual([]);
      await exporter.run();
      expectCopies(exporter, await listed(call, id, 100), `killed at call ${killedAt}`);
    }
  });

  test('are each listed once if two runs overlap', async ({ api, call }) => {
    const exporter = exporterOf({ api });
    const id = await created(call);
    await Promise.all([exporter.run(), exporter.run(undefined, aShortRun())]);
    await exporter.run();

    expectCopies(exporter, await listed(call, id, 100));
  });

  test('are each listed once if a run with less time stores its list over that of another run', async ({
    api,
    call,
  }) => {
    const exporter = exporterOf({ api });
    const id = await created(call);
    // The 15 other files are written first: the next one is the first list of media files.
    for (let file = 0; file < 15; file += 1) await exporter.run(undefined, aShortRun());
    // The second run counts its turn, copies 5 files, stores its list and is killed; then the first run stores its progress.
    await exporter.overlap(() => exporter.run(7, aShortRun()));
    await exporter.run();

    expectCopies(exporter, await listed(call, id, 100));
  });

  test('are continued by the next run if the time of a run ends between two copies', async ({
    api,
    call,
  }) => {
    const exporter = exporterOf({ api });
    const id = await created(call);
    let runs = 0;
    for (let found: unknown[] = []; found.length === 0 && runs < 50; runs += 1) {
      await exporter.run(undefined, aShortRun());
      found = await listed(call, id, 100);
    }
    // 27 NDJSON files, and one run for each 5 files at most.
    expect(runs).toBe(27 + 5);
    expectCopies(exporter, await listed(call, id, 100));
    expectCopies(exporter, await listed(call, id, 3));
  });

  test('are not listed if they were deleted while the export was running', async ({ api, call }) => {
    const exporter = exporterOf({ api });
    const id = await created(call);
    exporter.stored.delete(exporter.library[4]?.objectKey ?? '');
    await exporter.run();

    const ids = (await listed(call, id, 10)).map((one) => one['media_id']);
    expect(ids).toEqual(exporter.library.map((one) => one.id).filter((one) => one !== 5));
  });
});
