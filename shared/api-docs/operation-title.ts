/** MAX characters of a title in the list of operations. */
const MAX_TITLE = 48;

/** MIN words before a comma that are enough for a title. */
const MIN_WORDS = 3;

/**
 * The title part of a summary: up to the first semicolon or colon and, if that is too long, up to the first comma. The rest
 * belongs in the description.
 */
export function operationTitle(summary: string): string {
  const [clause = summary] = summary.split(/[;:] /u);
  if (clause.length <= MAX_TITLE) return clause;
  const [head = clause] = clause.split(', ');
  return head.split(' ').length >= MIN_WORDS ? head : clause;
}
