import type { CatalogueEvent } from '#shared/events/catalogue/catalogue-event.ts';
import type { FieldType } from '#shared/events/catalogue/field.ts';
import { isJsonObject } from '#shared/platform/core/json-object.ts';
import { type Comparable, COMPARISONS, toComparable } from './compare-values.ts';
import { FILTER_DEPTH } from './event-filter.ts';
import { type Combinator, isCombinator, isOperator, operatorsOf, takesList } from './filter-operators.ts';
import { elementsOf, findField, type FieldPlace, itemType, valuesAt } from './filter-path.ts';

/**
 * Whether an event matches a part of a filter; undefined if the part cannot be read. `$not` of such a part cannot be read either.
 * A part that cannot be read decides nothing: `$or` matches because of another part, and `$and` fails because of another part.
 */
type Verdict = boolean | undefined;

/** Whether an event matches a stored filter. */
export type FilterMatcher = (filter: unknown) => boolean;

/** A field with its values in the data of an event, and those of them that can be compared. */
type ReadField = FieldPlace & { readonly found: readonly unknown[]; readonly values: readonly Comparable[] };

/**
 * Compares the stored data of an event with stored filters. It never throws. Each field is read once, because 25 endpoints can have
 * hundreds of conditions on the same list. A newer version can store an operator or a path
 * that this version does not know, and an item can be damaged: an event matches only if the parts that can be read decide that
 * it matches. Therefore an event never matches because of an unknown operator, also below `$not`.
 */
export function createFilterMatcher(event: CatalogueEvent, data: unknown): FilterMatcher {
  const read = new Map<string, ReadField | undefined>();
  return (filter) => judge(filter, 0) === true;

  function judge(part: unknown, depth: number): Verdict {
    if (depth > FILTER_DEPTH || !isJsonObject(part)) return undefined;
    return all(Object.entries(part), ([key, value]) =>
      isCombinator(key) ? judgeCombined(key, value, depth + 1) : judgeCondition(key, value),
    );
  }

  function judgeCombined(combinator: Combinator, value: unknown, depth: number): Verdict {
    if (combinator === '$not') return not(judge(value, depth));
    if (!Array.isArray(value)) return undefined;
    if (combinator === '$and') return all(value, (part) => judge(part, depth));
    return not(all(value, (part) => not(judge(part, depth))));
  }

  function judgeCondition(path: string, condition: unknown): Verdict {
    if (!read.has(path)) read.set(path, readField(path));
    const field = read.get(path);
    if (field === undefined || !isJsonObject(condition)) return undefined;
    const { found, values } = field;
    const { type } = field.field;
    return all(Object.entries(condition), ([operator, operand]) => {
      if (!isOperator(operator) || !operatorsOf(type).includes(operator)) return undefined;
      if (operator === '$exists')
        return typeof operand === 'boolean' ? operand === found.length > 0 : undefined;
      return judgeComparison(type, operator, operand, values);
    });
  }

  function readField(path: string): ReadField | undefined {
    const place = findField(event, path);
    if (place === undefined) return undefined;
    const { type } = place.field;
    const found = valuesAt(event.fields.type, place.names, data);
    const elements = found.flatMap((value) => elementsOf(type, value));
    return { ...place, found, values: comparables(type, elements) };
  }
}

/** Whether the stored data of an event matches one stored filter (`createFilterMatcher`). */
export function matchesFilter(event: CatalogueEvent, filter: unknown, data: unknown): boolean {
  return createFilterMatcher(event, data)(filter);
}

/** Whether a value of the field matches. A field that is missing has no values, and neither has an empty list. */
function judgeComparison(
  type: FieldType,
  operator: keyof typeof COMPARISONS,
  operand: unknown,
  values: readonly Comparable[],
): Verdict {
  const given = takesList(operator) ? operand : [operand];
  if (!Array.isArray(given)) return undefined;
  const operands = comparables(type, given);
  if (operands.length === 0 || operands.length < given.length) return undefined;
  const matches = COMPARISONS[operator];
  const isFound = values.some((value) => operands.some((one) => matches(value, one)));
  return isFound !== (operator === '$ne' || operator === '$nin');
}

/** The values that have the type of the field, or of its items. */
function comparables(type: FieldType, values: readonly unknown[]): Comparable[] {
  const { kind } = itemType(type);
  return values.map((value) => toComparable(kind, value)).filter((value) => value !== undefined);
}

/** Whether all parts match. An empty list of parts cannot be read, because `checkFilter` rejects an empty filter. */
function all<T>(parts: readonly T[], judge: (part: T) => Verdict): Verdict {
  let verdict: Verdict = parts.length > 0 ? true : undefined;
  for (const part of parts) {
    const one = judge(part);
    if (one === false) return false;
    if (one === undefined) verdict = undefined;
  }
  return verdict;
}

function not(verdict: Verdict): Verdict {
  return verdict === undefined ? undefined : !verdict;
}
