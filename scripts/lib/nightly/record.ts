import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { DAY_MS } from '#shared/platform/core/time-units.ts';

const FILE = join(import.meta.dirname, '../../../bench/nightly.json');
/** A check that was not repeated for so long says nothing about the code of today. */
const MAX_AGE_DAYS = 14;

const runSchema = v.object({
  startedAt: v.string(),
  /** The commit, with `-dirty` if files of the work tree differ from it. */
  commit: v.string(),
  seconds: v.optional(v.number()),
  /** The file with the run, if the part was run without `npm run test:nightly`. */
  source: v.optional(v.string()),
});
const partSchema = v.object({
  shows: v.string(),
  /** The last run that passed. */
  passed: v.optional(runSchema),
  /** The newest run, if it did not pass. */
  problem: v.optional(
    v.object({ ...runSchema.entries, outcome: v.picklist(['failed', 'not-run']), reason: v.string() }),
  ),
});
const recordSchema = v.record(v.string(), partSchema);

export type PartRecord = v.InferOutput<typeof partSchema>;
type NightlyRecord = v.InferOutput<typeof recordSchema>;

/** What the runs on this and other machines have recorded, by part. */
export async function readRecord(): Promise<NightlyRecord> {
  return v.parse(recordSchema, JSON.parse(await readFile(FILE, 'utf8').catch(() => '{}')));
}

/** Writes one part at a time, so that an interrupted run keeps what it has found out. */
export async function savePart(name: string, part: PartRecord): Promise<void> {
  const record = { ...(await readRecord()), [name]: part };
  await writeFile(FILE, `${JSON.stringify(record, null, 2)}\n`);
}

/**
 * Why the record is too old for a commit, one line per part. A part is current if it passed within 14 days before the commit. A part
 * that could not run says why instead, within the same time.
 */
export function outdatedParts(record: NightlyRecord, names: readonly string[], commitAt: Date): string[] {
  const oldest = commitAt.getTime() - MAX_AGE_DAYS * DAY_MS;
  return names.flatMap((name) => {
    const { passed, problem } = record[name] ?? {};
    const times = [passed, problem?.outcome === 'not-run' ? problem : undefined].flatMap((run) =>
      run === undefined ? [] : [Date.parse(run.startedAt)],
    );
    if (times.some((at) => at >= oldest)) return [];
    const last = passed === undefined ? 'never' : `last on ${passed.startedAt.slice(0, 'yyyy-mm-dd'.length)}`;
    return [`${name} passed ${last}: run npm run test:nightly -- --only ${name}`];
  });
}
