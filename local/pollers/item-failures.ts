import * as v from 'valibot';

const answer = v.object({ batchItemFailures: v.nullish(v.array(v.object({ itemIdentifier: v.string() }))) });

/**
 * The ids a function reported as failed; `all` if the answer makes no sense to Lambda (an id that is not in the batch, an
 * empty one, another shape), which then takes the whole batch as failed.
 */
export function reportedFailures(result: unknown, ids: readonly string[]): readonly string[] | 'all' {
  if (result === undefined || result === null) return [];
  if (!v.is(answer, result)) return 'all';
  const failed = (result.batchItemFailures ?? []).map((failure) => failure.itemIdentifier);
  const known = new Set(ids);
  return failed.every((id) => known.has(id)) ? failed : 'all';
}
