import { hasCleanCharacters } from '#shared/platform/core/event-text.ts';
import { issue, type IssueMessage } from '#shared/platform/core/issue.ts';
import { POST_LIMITS } from './post-limits.ts';

/**
 * Returns why the options of a version cannot be stored, as `code: sentence`, or undefined if they can. Iterates instead of
 * recursing: a body of 256 KiB can nest deeper than the call stack allows.
 */
export function optionProblem(options: object): IssueMessage | undefined {
  const rest: { readonly value: unknown; readonly depth: number }[] = [{ value: options, depth: 1 }];
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    const { value, depth } = next;
    if (typeof value === 'number' && !Number.isFinite(value))
      return issue('out_of_range', 'A number is too large.');
    if (typeof value === 'string' && !hasCleanCharacters(value)) return UNCLEAN;
    if (typeof value !== 'object' || value === null) continue;
    if (depth > POST_LIMITS.optionsDepth)
      return issue('out_of_range', `Nest options at most ${POST_LIMITS.optionsDepth} levels deep.`);
    if (!Array.isArray(value) && !Object.keys(value).every(hasCleanCharacters)) return UNCLEAN;
    for (const inner of Object.values(value)) rest.push({ value: inner, depth: depth + 1 });
  }
  const bytes = utf8Length(JSON.stringify(options));
  return bytes > POST_LIMITS.options
    ? issue('too_long', `Send at most ${POST_LIMITS.options} bytes of options for each version.`)
    : undefined;
}

/** Length of a text in bytes of UTF-8. */
export function utf8Length(text: string): number {
  return new TextEncoder().encode(text).length;
}

const UNCLEAN = issue('invalid_characters', 'Use strings without control characters.');
