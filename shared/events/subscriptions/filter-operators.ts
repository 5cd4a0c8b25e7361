import type { FieldType } from '#shared/events/catalogue/field.ts';

/** The keys of a filter that contain other filters. */
export const COMBINATORS = ['$and', '$or', '$not'] as const;

export type Combinator = (typeof COMBINATORS)[number];

const EQUALITY = ['$eq', '$ne', '$in', '$nin'] as const;
const ORDER = ['$gt', '$gte', '$lt', '$lte'] as const;

/** The operators of conditions. */
export const OPERATORS = [...EQUALITY, ...ORDER, '$startsWith', '$exists'] as const;

export type Operator = (typeof OPERATORS)[number];

/** True for an operator of conditions. */
export function isOperator(key: string): key is Operator {
  return OPERATORS.some((operator) => operator === key);
}

/** True for `$and`, `$or` and `$not`. */
export function isCombinator(key: string): key is Combinator {
  return COMBINATORS.some((combinator) => combinator === key);
}

/** Whether the operand of the operator is an array of values. */
export function takesList(operator: Operator): boolean {
  return operator === '$in' || operator === '$nin';
}

const ACCEPTED: Readonly<Record<Exclude<FieldType['kind'], 'list'>, readonly Operator[]>> = {
  text: [...EQUALITY, '$startsWith', '$exists'],
  choice: [...EQUALITY, '$exists'],
  boolean: [...EQUALITY, '$exists'],
  decimal: [...EQUALITY, ...ORDER, '$exists'],
  instant: [...EQUALITY, ...ORDER, '$exists'],
  number: [...EQUALITY, ...ORDER, '$exists'],
  object: ['$exists'],
};

/** The operators that a field of this type accepts. A list accepts those of its items. */
export function operatorsOf(type: FieldType): readonly Operator[] {
  return type.kind === 'list' ? operatorsOf(type.item.type) : ACCEPTED[type.kind];
}
