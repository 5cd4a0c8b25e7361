/** A title fits into a list of operations. */
const MAX_TITLE = 48;

/** Words before a comma that say enough to stand alone. */
const MIN_WORDS = 3;

/**
 * The part of a summary that names the operation: up to the first semicolon or colon, and where that is long, up to the first
 * comma behind a few words. The rest belongs into the description.
 */
export function operationTitle(summary: string): string {
  const [clause = summary] = summary.split(/[;:] /u);
  if (clause.length <= MAX_TITLE) return clause;
  const [head = clause] = clause.split(', ');
  return head.split(' ').length >= MIN_WORDS ? head : clause;
}
