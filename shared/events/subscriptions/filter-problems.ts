import { MAX_ISSUES } from '#shared/platform/core/issue.ts';
import type { FilterCode, FilterProblem } from './event-filter.ts';

/** The keys and indexes from a filter to one of its parts. */
export type FilterPath = FilterProblem['path'];

/** The problems that a check has found. */
export type FilterProblems = {
  readonly found: readonly FilterProblem[];
  /** Adds a problem unless the list is full, and returns undefined: a part with a problem has no result. */
  readonly add: (path: FilterPath, code: FilterCode, detail: string) => undefined;
  /** Whether the check stops: a response lists no more problems. */
  readonly isFull: () => boolean;
};

/** A list without problems. */
export function filterProblems(): FilterProblems {
  const found: FilterProblem[] = [];
  const isFull = () => found.length >= MAX_ISSUES;
  return {
    found,
    isFull,
    add(path, code, detail) {
      // An unknown field with a wrong condition has two problems.
      if (!isFull()) found.push({ path, code, detail });
      return undefined;
    },
  };
}
