import type { ShardMinutes } from '#shared/webhooks/ports/sweep-store.ts';

/** Cursors are saved after this many buckets, and at the end. A run that ends before it saves repeats their reads. */
const SAVE_AFTER = 16;

/** Saves cursors. Returns the cursors of all shards afterwards. */
export type Advance = (next: ReadonlyMap<number, Date>) => Promise<ShardMinutes>;

/**
 * The cursors of a scan during a run. Cursors of several shards are saved with one write. `known` are those of all shards, as far as they are
 * saved.
 */
export function createShardCursors(from: ShardMinutes, advance: Advance) {
  let known = from;
  let passed = 0;
  let isSaving = false;
  let moved = new Map<number, Date>();

  async function save(): Promise<void> {
    if (moved.size === 0) return;
    const saving = moved;
    moved = new Map();
    passed = 0;
    isSaving = true;
    try {
      known = await advance(saving);
    } catch (error) {
      // The next save repeats it.
      moved = new Map([...saving, ...moved]);
      throw error;
    } finally {
      isSaving = false;
    }
  }

  return {
    known: () => known,
    unsaved: () => [...moved.keys()],
    save,
    async move(shard: number, minute: Date): Promise<void> {
      moved.set(shard, minute);
      passed += 1;
      // One write at a time: a later one would make the condition of an earlier one fail.
      if (passed >= SAVE_AFTER && !isSaving) await save();
    },
  };
}
