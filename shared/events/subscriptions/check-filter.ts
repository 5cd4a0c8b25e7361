import * as v from 'valibot';
import type { CatalogueEvent } from '#shared/events/catalogue/catalogue-event.ts';
import { MAX_ISSUES } from '#shared/platform/core/issue.ts';
import { anyObject } from '#shared/platform/core/json-object.ts';
import { checkOperand } from './check-operand.ts';
import {
  type Condition,
  type EventFilter,
  FILTER_BYTES,
  FILTER_DEPTH,
  type FilterCode,
  type FilterProblem,
  filterText,
  type Operand,
} from './event-filter.ts';
import {
  type Combinator,
  COMBINATORS,
  isCombinator,
  isOperator,
  OPERATORS,
  operatorsOf,
} from './filter-operators.ts';
import { findField, type FieldPlace, itemType, nearestPaths, pathsBelow } from './filter-path.ts';
import { isTooLargeToCheck, isTooLargeToStore } from './filter-size.ts';

/** The checked filter, or why it is rejected: at most as many problems as a response lists. */
export type CheckedFilter =
  | { readonly filter: EventFilter; readonly problems: readonly [] }
  | { readonly filter: undefined; readonly problems: readonly FilterProblem[] };

type Path = readonly string[];

/** Adds a problem. It returns undefined, which stands for a part without a result. */
type Report = (path: Path, code: FilterCode, detail: string) => undefined;

/**
 * Checks a filter for the data of an event. The checked filter has normalised operands, such as UUIDs in lower case and instants
 * in UTC, and sorted keys. Checking it again changes nothing. The function never throws.
 */
export function checkFilter(event: CatalogueEvent, filter: unknown): CheckedFilter {
  const problems: FilterProblem[] = [];
  const report: Report = (path, code, detail) => {
    if (problems.length < MAX_ISSUES) problems.push({ path, code, detail });
  };

  const isChecked = !isTooLargeToCheck(filter);
  const checked = isChecked ? checkPart(filter, [], 0) : undefined;
  // A filter can become larger when it is normalised: an instant is stored with milliseconds.
  if (
    !isChecked ||
    (checked !== undefined && problems.length === 0 && isTooLargeToStore(filterText(checked)))
  ) {
    report(
      [],
      'filter_too_large',
      `A filter has at most ${FILTER_BYTES.toLocaleString('en')} bytes of JSON.`,
    );
  }
  if (checked === undefined || problems.length > 0) return { filter: undefined, problems };
  return { filter: checked, problems: [] };

  function checkPart(part: unknown, path: Path, depth: number): EventFilter | undefined {
    if (!v.is(anyObject, part)) {
      const [example = ''] = pathsBelow(event.fields.type, []);
      return report(path, 'invalid_type', `Use a JSON object such as {"${example}": {"$exists": true}}.`);
    }
    if (Object.keys(part).length === 0) {
      return report(path, 'required', 'Use at least one field of the event, $and, $or or $not.');
    }
    return membersOf(part, path, (key, value, below) => {
      if (isCombinator(key)) return checkCombined(key, value, below, depth + 1);
      if (key.startsWith('$')) return report(below, 'filter_operator_unknown', AROUND_CONDITIONS);
      return checkCondition(report, findPlace(key, below), value, below);
    });
  }

  function checkCombined(
    combinator: Combinator,
    value: unknown,
    path: Path,
    depth: number,
  ): EventFilter | EventFilter[] | undefined {
    if (depth > FILTER_DEPTH) {
      const detail = `Use at most ${FILTER_DEPTH} of ${COMBINATORS.join(', ')} inside each other.`;
      return report(path, 'filter_too_deep', detail);
    }
    if (combinator === '$not') return checkPart(value, path, depth);
    return checkList(report, value, path, (part, at) => checkPart(part, at, depth));
  }

  function findPlace(key: string, path: Path): FieldPlace | undefined {
    const paths = () => nearestPaths(event, key).join(', ');
    return (
      findField(event, key) ?? report(path, 'filter_path_unknown', `No such field. Use one of ${paths()}.`)
    );
  }
}

const AROUND_CONDITIONS =
  `Use a field of the event, or one of ${COMBINATORS.join(', ')}. ` +
  `The condition of a field has the operators ${OPERATORS.join(', ')}.`;

/** Checks the condition of a field. If the field does not exist, only the operators that no field has are reported. */
function checkCondition(
  report: Report,
  place: FieldPlace | undefined,
  condition: unknown,
  path: Path,
): Condition | undefined {
  const accepted = place ? operatorsOf(place.field.type) : OPERATORS;
  if (!v.is(anyObject, condition)) {
    const example = accepted.includes('$eq') ? '{"$eq": …}' : '{"$exists": true}';
    const detail = `Use a condition such as ${example}. The operators are ${accepted.join(', ')}.`;
    return report(path, 'invalid_type', detail);
  }
  if (Object.keys(condition).length === 0) {
    return report(path, 'required', `Use at least one operator: ${accepted.join(', ')}.`);
  }
  return membersOf(condition, path, (operator, operand, below) => {
    if (!isOperator(operator)) {
      const detail = `Use one of ${accepted.join(', ')}.${hintOf(place)}`;
      return report(below, 'filter_operator_unknown', detail);
    }
    if (!accepted.includes(operator)) {
      const detail = `${place?.names.join('.')} accepts only ${accepted.join(', ')}.${hintOf(place)}`;
      return report(below, 'filter_operator_not_allowed', detail);
    }
    if (operator === '$exists') {
      return typeof operand === 'boolean' ? operand : report(below, 'invalid_type', 'Use true or false.');
    }
    const check = (value: unknown, at: Path) => place && checkedOperand(report, place, value, at);
    return operator === '$in' || operator === '$nin'
      ? checkList(report, operand, below, check)
      : check(operand, below);
  });
}

function checkedOperand(
  report: Report,
  { field }: FieldPlace,
  value: unknown,
  path: Path,
): Operand | undefined {
  const checked = checkOperand(field, value);
  return 'operand' in checked ? checked.operand : report(path, checked.code, checked.detail);
}

/** A caller who knows nested objects expects `{"contact": {"stage": …}}` to work. */
function hintOf(place: FieldPlace | undefined): string {
  if (place === undefined || itemType(place.field.type).kind !== 'object') return '';
  return ` To compare a field of the object, use one of ${pathsBelow(place.field.type, place.names).join(', ')}.`;
}

/** The checked elements of an array that is not empty. */
function checkList<T>(
  report: Report,
  list: unknown,
  path: Path,
  check: (element: unknown, path: Path) => T | undefined,
): T[] | undefined {
  if (!Array.isArray(list)) return report(path, 'invalid_type', 'Use an array.');
  if (list.length === 0) return report(path, 'required', 'Use an array of at least one element.');
  return list
    .map((element: unknown, index) => check(element, [...path, String(index)]))
    .filter((checked) => checked !== undefined);
}

/** The checked members of an object in the order of their keys, so that equal filters have equal texts. */
function membersOf<T>(
  object: Readonly<Record<string, unknown>>,
  path: Path,
  check: (key: string, value: unknown, path: Path) => T | undefined,
): Record<string, T> {
  const members = Object.entries(object).flatMap(([key, value]) => {
    const checked = check(key, value, [...path, key]);
    return checked === undefined ? [] : [[key, checked] as const];
  });
  return Object.fromEntries(members.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
