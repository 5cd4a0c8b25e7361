import type { FieldType } from '#shared/events/catalogue/field.ts';
import { UTC_TIMESTAMP } from '#shared/platform/core/utc-timestamp.ts';
import type { Operator } from './filter-operators.ts';

/** A value in a form that `===` and `<` compare correctly with other values of its type. */
export type Comparable = string | number | bigint | boolean;

const DECIMAL = /^(-?)(\d{1,18})(?:\.(\d{1,18}))?$/;
const FRACTION_DIGITS = 18;

/** The comparable form of a stored value or operand; undefined if the value does not have the type. */
export function toComparable(kind: FieldType['kind'], value: unknown): Comparable | undefined {
  switch (kind) {
    case 'text':
    case 'choice':
      return typeof value === 'string' ? value : undefined;
    case 'boolean':
      return typeof value === 'boolean' ? value : undefined;
    case 'number':
      return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
    case 'decimal':
      return typeof value === 'string' ? toScaled(value) : undefined;
    case 'instant':
      // Stored instants are in UTC and have the same length, so their order as strings is their order in time.
      return typeof value === 'string' && UTC_TIMESTAMP.test(value) ? value : undefined;
    case 'list':
    case 'object':
      break;
  }
  return undefined;
}

/** Whether a value matches an operand. `$ne` and `$nin` compare like `$eq` and `$in`: the caller negates the result. */
export const COMPARISONS: Readonly<
  Record<Exclude<Operator, '$exists'>, (value: Comparable, operand: Comparable) => boolean>
> = {
  $eq: isEqual,
  $ne: isEqual,
  $in: isEqual,
  $nin: isEqual,
  $gt: (value, operand) => value > operand,
  $gte: (value, operand) => value >= operand,
  $lt: (value, operand) => value < operand,
  $lte: (value, operand) => value <= operand,
  $startsWith: (value, operand) => String(value).startsWith(String(operand)),
};

function isEqual(value: Comparable, operand: Comparable): boolean {
  return value === operand;
}

/** A decimal in units of 10⁻¹⁸: a `number` would round the digits of a large amount. */
function toScaled(text: string): bigint | undefined {
  const [, sign = '', whole = '', fraction = ''] = DECIMAL.exec(text) ?? [];
  return whole === '' ? undefined : BigInt(sign + whole + fraction.padEnd(FRACTION_DIGITS, '0'));
}
