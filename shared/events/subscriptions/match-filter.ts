import * as v from 'valibot';
import type { CatalogueEvent } from '#shared/events/catalogue/catalogue-event.ts';
import { anyObject } from '#shared/platform/core/json-object.ts';
import { type Comparable, COMPARISONS, toComparable } from './compare-values.ts';
import { FILTER_DEPTH } from './event-filter.ts';
import { isCombinator, isOperator, operatorsOf } from './filter-operators.ts';
import { elementsOf, findField, type FieldPlace, itemType, valuesAt } from './filter-path.ts';

/**
 * Whether an event matches a part of a filter; undefined if the part cannot be read. `$not` of such a part cannot be read either.
 * A part that cannot be read decides nothing: `$or` matches because of another part, and `$and` fails because of another part.
 */
type Verdict = boolean | undefined;

/**
 * Whether the stored data of an event matches a stored filter. It never throws. A newer version can store an operator or a path
 * that this version does not know, and an item can be damaged: an event matches only if the parts that can be read decide that
 * it matches. Therefore an event never matches because of an unknown operator, also below `$not`.
 */
export function matchesFilter(event: CatalogueEvent, filter: unknown, data: unknown): boolean {
  return judge(filter, 0) === true;

  function judge(part: unknown, depth: number): Verdict {
    if (depth > FILTER_DEPTH || !v.is(anyObject, part)) return undefined;
    return all(Object.entries(part), ([key, value]) =>
      isCombinator(key) ? judgeCombined(key, value, depth + 1) : judgeCondition(key, value),
    );
  }

  function judgeCombined(combinator: '$and' | '$or' | '$not', value: unknown, depth: number): Verdict {
    if (combinator === '$not') return not(judge(value, depth));
    if (!Array.isArray(value)) return undefined;
    if (combinator === '$and') return all(value, (part) => judge(part, depth));
    return not(all(value, (part) => not(judge(part, depth))));
  }

  function judgeCondition(path: string, condition: unknown): Verdict {
    const place = findField(event, path);
    if (place === undefined || !v.is(anyObject, condition)) return undefined;
    const values = valuesAt(event.fields.type, place.names, data);
    return all(Object.entries(condition), ([operator, operand]) =>
      judgeOperator(place, operator, operand, values),
    );
  }
}

function judgeOperator(
  { field: { type } }: FieldPlace,
  operator: string,
  operand: unknown,
  values: readonly unknown[],
): Verdict {
  if (!isOperator(operator) || !operatorsOf(type).includes(operator)) return undefined;
  if (operator === '$exists') return typeof operand === 'boolean' ? operand === values.length > 0 : undefined;

  const { kind } = itemType(type);
  const operands = comparables(kind, operator === '$in' || operator === '$nin' ? operand : [operand]);
  if (operands === undefined) return undefined;
  const matches = COMPARISONS[operator];
  const isFound = values
    .flatMap((value) => elementsOf(type, value))
    .map((element) => toComparable(kind, element))
    .some((value) => value !== undefined && operands.some((one) => matches(value, one)));
  return isFound !== (operator === '$ne' || operator === '$nin');
}

function comparables(kind: Parameters<typeof toComparable>[0], operands: unknown): Comparable[] | undefined {
  if (!Array.isArray(operands) || operands.length === 0) return undefined;
  const found = operands.map((operand) => toComparable(kind, operand)).filter((one) => one !== undefined);
  return found.length === operands.length ? found : undefined;
}

/** Whether all parts match. No part at all cannot be read, because `checkFilter` rejects an empty filter. */
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
