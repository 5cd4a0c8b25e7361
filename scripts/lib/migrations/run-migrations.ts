import { keyShapeOf } from '#scripts/lib/key-shape-of.ts';
import { positionedPages, type TablePage } from '#scripts/lib/restore/table-pages.ts';
import type { Clock } from '#shared/platform/runtime/clock.ts';
import type { Item, WritableTable } from '#shared/platform/store/table.ts';
import { kindOf } from './kind-of-item.ts';
import { migrateItem } from './migrate-item.ts';
import {
  type Counts,
  createMigrationProgress,
  type RunProgress,
  type SegmentProgress,
} from './migration-progress.ts';
import type { MigrationSecrets } from './migration-secrets.ts';
import type { Migration } from './migration.ts';
import type { Pace } from './pace.ts';

export type MigrationRun = {
  readonly core: WritableTable;
  /** The table that is scanned: the one of all the migrations. */
  readonly table: WritableTable;
  readonly migrations: readonly Migration[];
  /** Writes nothing unless this is true. */
  readonly apply: boolean;
  readonly secrets?: MigrationSecrets | undefined;
  /** Begins with the first item, although an earlier run was interrupted. */
  readonly restart: boolean;
  /** Parts that are scanned at once. An interrupted run continues with its own number. */
  readonly segments: number;
  /** Items of a page: after each page of a part, its position is stored. */
  readonly pageItems: number;
  /** Before items are read, and before an item is written. */
  readonly readPace: Pace;
  readonly writePace: Pace;
  readonly clock: Clock;
  readonly print: (line: string) => void;
};

export type MigrationResult = {
  readonly items: number;
  readonly counts: Counts;
  /** Items that keep their old form: repeat the run. */
  readonly left: number;
};

/** Items of one page that are written at a time. */
const AT_ONCE = 8;
/** Milliseconds between two lines of progress. */
const REPORT_EVERY = 5000;

/**
 * Applies migrations of one table to every item. Each write depends on the item that was read, so a concurrent write of a request wins and
 * is then migrated, and a second run writes nothing again. After a crash, the next run continues behind the last stored positions; the
 * items between such a position and the crash are read again.
 */
export async function runMigrations(run: MigrationRun): Promise<MigrationResult> {
  const { core, table, migrations, apply, clock, print } = run;
  const names = migrations.map(({ name }) => name).toSorted();
  const progress = createMigrationProgress(core, names);
  if (apply && run.restart) await progress.restart();
  const { startedAt, segments } = apply ? await progress.continue(run.segments, clock()) : newRun(run);
  const state = [...segments];
  if (segments.some(({ items }) => items > 0))
    print(`continues the run of ${startedAt.toISOString()} after ${totalOf(segments).items} items`);

  const timer = setInterval(() => {
    const { items, counts } = totalOf(state);
    print(`${items} items read, ${sumOf(counts, ': changed')} changed`);
  }, REPORT_EVERY);
  try {
    // One failed part must not leave the others running.
    const parts = await Promise.allSettled(state.map((_, index) => scan(index)));
    const failed = parts.find(({ status }) => status === 'rejected');
    if (failed?.status === 'rejected') throw failed.reason;
  } finally {
    clearInterval(timer);
  }

  const total = totalOf(state);
  const left = sumOf(total.counts, ': busy') + sumOf(total.counts, ': malformed');
  if (apply) {
    const changed = names.map((name) => [name, sumOf(total.counts, ': changed', `${name}: `)] as const);
    if (left === 0) await progress.complete(new Map(changed), clock());
    // What was left behind a position would never be read again.
    else await progress.restart();
  }
  return { ...total, left };

  async function scan(index: number): Promise<void> {
    const start = state[index];
    if (!start || start.isDone) return;
    let current = start;
    const pages = positionedPages(table, {
      segment: { index, total: state.length },
      after: start.after,
      limit: run.pageItems,
      consistent: true,
    });
    await run.readPace(run.pageItems);
    for await (const page of pages) {
      current = await handlePage(current, page);
      state[index] = current;
      if (apply) await progress.save(index, current);
      if (page.next) await run.readPace(run.pageItems);
    }
  }

  async function handlePage(before: SegmentProgress, { items, next }: TablePage): Promise<SegmentProgress> {
    const counts = new Map(Object.entries(before.counts));
    for (let at = 0; at < items.length; at += AT_ONCE) {
      const labels = await Promise.all(items.slice(at, at + AT_ONCE).map((item) => handle(item)));
      for (const label of labels.flat()) counts.set(label, (counts.get(label) ?? 0) + 1);
    }
    return {
      after: next,
      isDone: next === null,
      items: before.items + items.length,
      counts: Object.fromEntries(counts),
    };
  }

  /** What to count. */
  async function handle(item: Item): Promise<readonly string[]> {
    const place = migrations[0]?.table ?? 'core';
    const shape = keyShapeOf(place, String(item['pk']));
    const concerned = migrations.filter(({ shapes }) => shape !== undefined && shapes.includes(shape));
    if (concerned.length === 0) return [];
    const beforeWrite = () => run.writePace(1);
    const result = await migrateItem(table, item, concerned, { apply, beforeWrite, secrets: run.secrets });
    const kind = kindOf(place, item);
    switch (result.outcome) {
      case 'unchanged':
        return [];
      case 'changed':
        return result.by.map((name) => `${name}: ${kind}: changed`);
      case 'malformed':
        print(`malformed: ${result.detail}`);
        return [`${kind}: malformed`];
      default:
        return [`${kind}: ${result.outcome}`];
    }
  }
}

function newRun({ segments, clock }: MigrationRun): RunProgress {
  const start: SegmentProgress = { after: null, isDone: false, items: 0, counts: {} };
  return { startedAt: clock(), segments: Array.from({ length: segments }, () => start) };
}

function totalOf(segments: readonly SegmentProgress[]): { readonly items: number; readonly counts: Counts } {
  const counts = new Map<string, number>();
  for (const segment of segments)
    for (const [label, count] of Object.entries(segment.counts))
      counts.set(label, (counts.get(label) ?? 0) + count);
  return {
    items: segments.reduce((sum, segment) => sum + segment.items, 0),
    counts: Object.fromEntries(counts),
  };
}

function sumOf(counts: Counts, suffix: string, prefix = ''): number {
  return Object.entries(counts).reduce(
    (sum, [label, count]) => (label.startsWith(prefix) && label.endsWith(suffix) ? sum + count : sum),
    0,
  );
}
