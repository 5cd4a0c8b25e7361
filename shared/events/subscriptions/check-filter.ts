import type { CatalogueEvent } from '#shared/events/catalogue/catalogue-event.ts';
import { isJsonObject } from '#shared/platform/core/json-object.ts';
import { checkCondition } from './check-condition.ts';
import { checkList, checkMembers } from './check-parts.ts';
import {
  type EventFilter,
  FILTER_BYTES,
  FILTER_DEPTH,
  type FilterProblem,
  filterText,
} from './event-filter.ts';
import { type Combinator, COMBINATORS, isCombinator, OPERATORS } from './filter-operators.ts';
import { findField, type FieldPlace, nearestPaths, pathsBelow } from './filter-path.ts';
import { type FilterPath, filterProblems } from './filter-problems.ts';
import { isTooLargeToCheck, isTooLargeToStore } from './filter-size.ts';

/** The checked filter, or its problems: at most as many as a response lists. */
export type CheckedFilter =
  | { readonly filter: EventFilter; readonly problems: readonly [] }
  | { readonly filter: undefined; readonly problems: readonly FilterProblem[] };

const BESIDE_FIELDS =
  `Use a field of the event, or one of ${COMBINATORS.join(', ')}. ` +
  `The condition of a field has the operators ${OPERATORS.join(', ')}.`;

/**
 * Checks a filter for the data of an event. The checked filter has normalised operands, such as UUIDs in lower case and instants
 * in UTC, and sorted keys. Checking it again changes nothing. The function never throws.
 */
export function checkFilter(event: CatalogueEvent, filter: unknown): CheckedFilter {
  const problems = filterProblems();
  const checked = isTooLargeToCheck(filter) ? rejectSize() : checkPart(filter, [], 0);
  // Normalising can make a filter longer: an instant is stored with milliseconds.
  if (checked && problems.found.length === 0 && isTooLargeToStore(filterText(checked))) rejectSize();
  if (!checked || problems.found.length > 0) return { filter: undefined, problems: problems.found };
  return { filter: checked, problems: [] };

  function rejectSize(): undefined {
    const bytes = FILTER_BYTES.toLocaleString('en');
    return problems.add([], 'filter_too_large', `A filter has at most ${bytes} bytes of JSON.`);
  }

  function checkPart(part: unknown, path: FilterPath, depth: number): EventFilter | undefined {
    if (!isJsonObject(part)) {
      const [example = ''] = pathsBelow(event.fields.type, []);
      const detail = `Use a JSON object such as {"${example}": {"$exists": true}}.`;
      return problems.add(path, 'invalid_type', detail);
    }
    if (Object.keys(part).length === 0) {
      return problems.add(path, 'required', 'Use at least one field of the event, $and, $or or $not.');
    }
    return checkMembers(problems, part, path, (key, value, below) => {
      if (isCombinator(key)) return checkCombined(key, value, below, depth + 1);
      if (key.startsWith('$')) return problems.add(below, 'filter_operator_unknown', BESIDE_FIELDS);
      return checkCondition(problems, placeOf(key, below), value, below);
    });
  }

  function checkCombined(
    combinator: Combinator,
    value: unknown,
    path: FilterPath,
    depth: number,
  ): EventFilter | EventFilter[] | undefined {
    if (depth > FILTER_DEPTH) {
      const detail = `Use at most ${FILTER_DEPTH} levels of ${COMBINATORS.join(', ')}.`;
      return problems.add(path, 'filter_too_deep', detail);
    }
    if (combinator === '$not') return checkPart(value, path, depth);
    return checkList(problems, value, path, (part, at) => checkPart(part, at, depth));
  }

  function placeOf(key: string, path: FilterPath): FieldPlace | undefined {
    const place = findField(event, key);
    if (place) return place;
    const detail = `No such field. Use one of ${nearestPaths(event, key).join(', ')}.`;
    return problems.add(path, 'filter_path_unknown', detail);
  }
}
