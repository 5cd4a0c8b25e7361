import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import type { Verdict } from './opinion.ts';

const ROOT = join(import.meta.dirname, '../../..');
const recordsSchema = v.record(v.string(), v.looseObject({ outcome: v.string() }));

/** One run of one opinion, as committed. */
export type OpinionRecord = {
  readonly startedAt: string;
  /** The commit, with `-dirty` if files of the work tree differ from it. */
  readonly commit: string;
  readonly seconds: number;
  readonly tools: readonly string[];
  /** `not-run` if a required program is missing; the summary says which. */
  readonly outcome: Verdict['outcome'] | 'not-run';
  readonly summary: string;
  readonly details: Readonly<Record<string, unknown>>;
};

export type Records = Readonly<Record<string, OpinionRecord>>;

/** An opinion that did not run never replaces one of an earlier run on the same day. */
export function mergeRecords<T extends { readonly outcome: string }>(
  earlier: Readonly<Record<string, T>>,
  current: Readonly<Record<string, T>>,
): Readonly<Record<string, T>> {
  const added = Object.entries(current).filter(
    ([name, { outcome }]) => outcome !== 'not-run' || earlier[name] === undefined,
  );
  return { ...earlier, ...Object.fromEntries(added) };
}

/** Adds the records to `bench/second-opinions/<date>.json` and returns the path of that file from the root. */
export async function saveRecords(records: Records, startedAt: Date): Promise<string> {
  const date = startedAt.toISOString().slice(0, 'yyyy-mm-dd'.length);
  const file = `bench/second-opinions/${date}.json`;
  await mkdir(join(ROOT, 'bench/second-opinions'), { recursive: true });
  const text = await readFile(join(ROOT, file), 'utf8').catch(() => '{}');
  const merged = mergeRecords<{ readonly outcome: string }>(
    v.parse(recordsSchema, JSON.parse(text)),
    records,
  );
  await writeFile(join(ROOT, file), `${JSON.stringify(merged, null, 2)}\n`);
  return file;
}
