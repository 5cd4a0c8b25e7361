import * as v from 'valibot';

const reportSchema = v.object({
  batchItemFailures: v.nullish(v.array(v.object({ itemIdentifier: v.string() }))),
});

/**
 * The ids that a function reported as failed, or `all` if Lambda would reject the report (an unknown id, an empty id, another
 * format) and fail the whole batch.
 */
export function reportedFailures(result: unknown, ids: readonly string[]): readonly string[] | 'all' {
  if (result === undefined || result === null) return [];
  if (!v.is(reportSchema, result)) return 'all';
  const failed = (result.batchItemFailures ?? []).map((failure) => failure.itemIdentifier);
  const known = new Set(ids);
  return failed.every((id) => known.has(id)) ? failed : 'all';
}
