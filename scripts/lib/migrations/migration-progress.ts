import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { commitWrites } from '#shared/platform/store/commit.ts';
import { instant, itemCodec, maybe, parseItem } from '#shared/platform/store/item-schema.ts';
import { migrationDoneKey, migrationRunKey } from '#shared/platform/store/keys.ts';
import type { Item, WritableTable } from '#shared/platform/store/table.ts';
import { tryWrite } from '#shared/platform/store/try-write.ts';
import { always, deleteItem, exists, isNew, putItem, updateItem } from '#shared/platform/store/write.ts';

/** How often each outcome occurred. */
export type Counts = Readonly<Record<string, number>>;

/** How far a part of the scan has come. Every item before the position was handled by a run with this progress. */
export type SegmentProgress = {
  readonly after: Item | null;
  readonly isDone: boolean;
  readonly items: number;
  readonly counts: Counts;
};

/** A run that can be continued. */
export type RunProgress = {
  readonly startedAt: Date;
  /** A scan continues with the number of parts with which it began. */
  readonly segments: readonly SegmentProgress[];
};

/** The last complete run of a migration. */
export type CompleteRun = {
  readonly migration: string;
  readonly finishedAt: Date;
  readonly changed: number;
};

const segmentItem = v.object({
  after: maybe(v.record(v.string(), v.unknown())),
  isDone: v.boolean(),
  items: v.number(),
  counts: v.record(v.string(), v.number()),
});

const runItem = v.object({
  startedAt: instant,
  segments: v.number(),
  parts: v.record(v.string(), segmentItem),
});

const doneItem = itemCodec(v.object({ migration: v.string(), finishedAt: instant, changed: v.number() }));

/** More than a stage ever has. */
const MAX_MIGRATIONS = 1000;
const NOT_STARTED: SegmentProgress = { after: null, isDone: false, items: 0, counts: {} };

/**
 * Stores in the core table how far runs of migrations have come, so that another machine can continue a run. Two runs at once share one
 * progress: each position that is stored follows items that one of them has handled.
 */
export function createMigrationProgress(core: WritableTable, migrations: readonly string[]) {
  const key = migrationRunKey(migrations);

  async function find(): Promise<RunProgress | undefined> {
    const item = await core.get(key);
    if (!item) return undefined;
    const { startedAt, segments, parts } = parseItem(runItem, item);
    return {
      startedAt,
      segments: Array.from({ length: segments }, (_, index) => parts[index] ?? NOT_STARTED),
    };
  }

  return {
    find,

    /** Continues the stored run, or begins one. */
    async continue(segments: number, now: Date): Promise<RunProgress> {
      const item = { ...key, startedAt: now.getTime(), segments, parts: {} };
      await tryWrite(core, putItem(item, isNew));
      const found = await find();
      if (!found) throw new Error('The progress of the run was deleted: repeat the command');
      return found;
    },

    /** Stores the position of a part. A run that another process has completed meanwhile is not stored again. */
    async save(index: number, progress: SegmentProgress): Promise<void> {
      const update = {
        expression: 'SET parts.#index = :progress',
        names: { '#index': String(index) },
        values: { ':progress': progress },
      };
      await tryWrite(core, updateItem(key, update, exists));
    },

    /** Records that each migration has read the whole table, and deletes the progress, so that the next run begins again. */
    async complete(changed: ReadonlyMap<string, number>, now: Date): Promise<void> {
      const done = [...changed].map(([migration, count]) =>
        putItem({
          ...migrationDoneKey(migration),
          ...doneItem.encode({ migration, finishedAt: now, changed: count }),
        }),
      );
      await commitWrites(core, [...done, deleteItem(key, always)], randomUUID());
    },

    /** Forgets a run, so that the next one begins with the first item. */
    async restart(): Promise<void> {
      await commitWrites(core, [deleteItem(key, always)], randomUUID());
    },
  };
}

/** The last complete run of each migration that has ever run on the stage, also of migrations that this version does not have. */
export async function completeRuns(core: WritableTable): Promise<readonly CompleteRun[]> {
  const { pk, sk } = migrationDoneKey('');
  const items = await core.query({
    pk,
    from: sk,
    to: `${sk}~`,
    descending: false,
    limit: MAX_MIGRATIONS,
    consistent: true,
  });
  return items.map((item) => doneItem.decode(item));
}
