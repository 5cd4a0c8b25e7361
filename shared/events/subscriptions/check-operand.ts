import * as v from 'valibot';
import type { Field } from '#shared/events/catalogue/field.ts';
import { issueCode } from '#shared/platform/core/issue.ts';
import { FILTER_CODES, type FilterCode, type Operand } from './event-filter.ts';
import { itemType } from './filter-path.ts';

/** The operand as stored, or its problem. */
export type CheckedOperand =
  | { readonly operand: Operand }
  | { readonly code: FilterCode; readonly detail: string };

const JSON_TYPES = {
  text: 'string',
  choice: 'string',
  decimal: 'string',
  instant: 'string',
  number: 'number',
  boolean: 'boolean',
  object: 'object',
} as const;

const NEVER_EMPTY = 'Events omit a field without a value. To match these events, use {"$exists": false}.';

/**
 * Checks the value that a field, or each item of a list, is compared with. It must be a value that the field accepts from
 * producers, because another value would never be equal.
 */
export function checkOperand(field: Field, value: unknown): CheckedOperand {
  if (field.type.kind === 'list') return checkOperand(field.type.item, value);
  // The schemas accept null, undefined and the empty string as "no value".
  if (value === null || value === undefined) return { code: 'invalid_type', detail: NEVER_EMPTY };
  if (value === '') return { code: 'required', detail: NEVER_EMPTY };

  const { success, output, issues } = v.safeParse(field.accepts, value);
  if (success && isOperand(output)) return { operand: output };
  const type = JSON_TYPES[itemType(field.type).kind];
  const [issue] = issues ?? [];
  const code = FILTER_CODES.find((known) => issue && known === issueCode(issue));
  if (issue && code) return { code, detail: issue.message };
  return {
    code: typeof value === type ? 'invalid_format' : 'invalid_type',
    detail: issue?.type === 'literal' ? `Use ${issue.expected}.` : `Use a ${type}.`,
  };
}

function isOperand(value: unknown): value is Operand {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}
