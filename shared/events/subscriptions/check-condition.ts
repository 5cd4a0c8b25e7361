import { isJsonObject } from '#shared/platform/core/json-object.ts';
import { checkOperand } from './check-operand.ts';
import { checkList, checkMembers } from './check-parts.ts';
import type { Condition, Operand } from './event-filter.ts';
import { isOperator, type Operator, OPERATORS, operatorsOf, takesList } from './filter-operators.ts';
import { type FieldPlace, itemType, pathsBelow } from './filter-path.ts';
import type { FilterPath, FilterProblems } from './filter-problems.ts';

/** Checks the condition of a field. If the field does not exist, only the form of the condition and unknown operators are reported. */
export function checkCondition(
  problems: FilterProblems,
  place: FieldPlace | undefined,
  condition: unknown,
  path: FilterPath,
): Condition | undefined {
  const accepted = place ? operatorsOf(place.field.type) : OPERATORS;
  if (!isJsonObject(condition)) {
    const example = accepted.includes('$eq') ? '{"$eq": …}' : '{"$exists": true}';
    const detail = `Use a condition such as ${example}. The operators are ${accepted.join(', ')}.`;
    return problems.add(path, 'invalid_type', detail);
  }
  if (Object.keys(condition).length === 0) {
    return problems.add(path, 'required', `Use at least one operator: ${accepted.join(', ')}.`);
  }
  return checkMembers(problems, condition, path, (operator, operand, below) => {
    if (!isOperator(operator)) {
      const detail = `Use one of ${accepted.join(', ')}.${membersHint(place)}`;
      return problems.add(below, 'filter_operator_unknown', detail);
    }
    if (!place) return undefined;
    if (accepted.includes(operator)) return checkOperands(problems, place, operator, operand, below);
    const detail = `${place.names.join('.')} accepts only ${accepted.join(', ')}.${membersHint(place)}`;
    return problems.add(below, 'filter_operator_not_allowed', detail);
  });
}

function checkOperands(
  problems: FilterProblems,
  { field }: FieldPlace,
  operator: Operator,
  operand: unknown,
  path: FilterPath,
): Operand | Operand[] | undefined {
  if (operator === '$exists') {
    return typeof operand === 'boolean' ? operand : problems.add(path, 'invalid_type', 'Use true or false.');
  }
  return takesList(operator) ? checkList(problems, operand, path, check) : check(operand, path);

  function check(value: unknown, at: FilterPath): Operand | undefined {
    const checked = checkOperand(field, value);
    return 'operand' in checked ? checked.operand : problems.add(at, checked.code, checked.detail);
  }
}

/** A caller can expect that nested objects such as `{"contact": {"stage": …}}` work, so the error names the dotted paths. */
function membersHint(place: FieldPlace | undefined): string {
  if (place === undefined || itemType(place.field.type).kind !== 'object') return '';
  const paths = pathsBelow(place.field.type, place.names).join(', ');
  return ` To compare a field of the object, use one of ${paths}.`;
}
