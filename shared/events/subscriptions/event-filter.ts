import type { ErrorCode } from '#shared/platform/core/errors.ts';
import { isJsonObject } from '#shared/platform/core/json-object.ts';
import type { Operator } from './filter-operators.ts';

/** The largest filter, in bytes of its stored JSON text in UTF-8. */
export const FILTER_BYTES = 1_024;

/** The maximum number of levels of `$and`, `$or` and `$not`. */
export const FILTER_DEPTH = 4;

/** A value that a field is compared with. */
export type Operand = string | number | boolean;

/** The operators of one field. An event matches a condition if it matches each of the operators. */
export type Condition = { readonly [operator in Operator]?: Operand | readonly Operand[] };

/**
 * A filter that `checkFilter` accepted: dotted paths of event data with conditions, and other filters in `$and`, `$or` and
 * `$not`. An event matches if it matches each of the entries.
 */
export type EventFilter = {
  readonly [key: string]: Condition | EventFilter | readonly EventFilter[];
};

/** The codes of a rejected filter. Some are codes of fields, because an operand is checked like the value of its field. */
export const FILTER_CODES = [
  'required',
  'invalid_type',
  'invalid_format',
  'invalid_characters',
  'out_of_range',
  'channel_unknown',
  'filter_path_unknown',
  'filter_operator_unknown',
  'filter_operator_not_allowed',
  'filter_too_deep',
  'filter_too_large',
] as const satisfies ErrorCode[];

export type FilterCode = (typeof FILTER_CODES)[number];

/** A problem of a rejected filter. The detail contains only names of the catalogue and operators, never input of the caller. */
export type FilterProblem = {
  /** The keys and indexes from the filter to the invalid value; empty for the filter itself. */
  readonly path: readonly string[];
  readonly code: FilterCode;
  readonly detail: string;
};

/** The text of a checked filter as stored. Equal filters have equal texts, because the keys of a checked filter are sorted. */
export function filterText(filter: EventFilter): string {
  return JSON.stringify(filter);
}

/**
 * The filter in a stored text; undefined if the text is damaged. The filter is not checked again, because an older version
 * must read filters of a newer version: `matchesFilter` accepts any value.
 */
export function parseFilter(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const filter: unknown = JSON.parse(text);
    return isJsonObject(filter) ? filter : undefined;
  } catch {
    return undefined;
  }
}
