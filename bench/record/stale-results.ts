import type { Benchmark } from './benchmark.ts';

/** A saved run: when it started, the commit that was checked out, and the digests of the measured functions by folder. */
export type SavedRun = {
  readonly startedAt: string;
  readonly commit: string;
  readonly bundles?: Readonly<Record<string, string>>;
};

/** What git knows about the repository. */
export type History = {
  /** The date of a commit; undefined if the repository does not have the commit. */
  dateOf(commit: string): Promise<Date | undefined>;
  /** The date of the last commit that changed the file or folder; the present for changes without a commit. */
  changedAt(path: string): Promise<Date>;
};

/** Why a run must be repeated. */
export type StaleRun = { readonly benchmark: string; readonly run: string; readonly reason: string };

/** Returns the digest of the present code of a function. */
export type DigestOf = (folder: string) => Promise<string>;

/**
 * The runs of a benchmark without a result, and those whose result is older than the code it describes. A function has changed if its
 * bundle has; the other files have changed if a commit is newer than the result. A result has the date of its commit. A rebase can remove that commit from the repository; then the start of the run is its date.
 */
export async function staleRuns(
  { name, runs, covers, functions = [] }: Benchmark,
  results: Readonly<Record<string, SavedRun>>,
  { history, digestOf }: { readonly history: History; readonly digestOf: DigestOf },
): Promise<StaleRun[]> {
  const changes = await Promise.all(
    covers.map(async (path) => ({ path, changedAt: await history.changedAt(path) })),
  );
  const digests = await Promise.all(functions.map(async (path) => ({ path, digest: await digestOf(path) })));
  const judged = Object.keys(runs).map(async (run) => {
    const saved = results[run];
    if (saved === undefined) return [{ benchmark: name, run, reason: 'no result' }];
    const measuredAt = (await history.dateOf(saved.commit)) ?? new Date(saved.startedAt);
    const newer = [
      ...changes.filter(({ changedAt }) => changedAt > measuredAt),
      ...digests.filter(({ path, digest }) => saved.bundles?.[path] !== digest),
    ].map(({ path }) => path);
    if (newer.length === 0) return [];
    const reason = `older than ${newer.join(', ')} (measured ${measuredAt.toISOString()})`;
    return [{ benchmark: name, run, reason }];
  });
  return (await Promise.all(judged)).flat();
}
