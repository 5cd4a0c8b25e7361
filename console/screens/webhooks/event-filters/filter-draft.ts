import { canonicalText } from './canonical-text.ts';

/** A filter as the API has it. */
export type Filter = Readonly<Record<string, unknown>>;

/** The operators of a row: those of the API, and one for each value of `$exists`, which needs no text. */
export const OPERATORS = [
  '$eq',
  '$ne',
  '$in',
  '$nin',
  '$gt',
  '$gte',
  '$lt',
  '$lte',
  '$startsWith',
  '$exists true',
  '$exists false',
] as const;

export type Operator = (typeof OPERATORS)[number];

/** The JSON type of the values that a field is compared with. */
export type OperandType = 'string' | 'number' | 'boolean';

/**
 * A row of the builder. `value` is what the person typed: several values have a line each. The value stays when another field or operator is
 * chosen, also one that needs no value. A row without a path is not part of the filter.
 */
export type Condition = {
  readonly path: string;
  readonly operator: Operator;
  readonly type: OperandType;
  readonly value: string;
};

/** A filter while a person edits it. `text` is the JSON as it was typed, and undefined while the builder is shown. */
export type FilterDraft = { readonly conditions: readonly Condition[]; readonly text: string | undefined };

/** The filter of a draft, null if it has no condition, or why its text is no filter. */
export type ReadFilter = { readonly filter: Filter | null } | { readonly problem: string };

export const EMPTY_CONDITION: Condition = { path: '', operator: '$eq', type: 'string', value: '' };

/** A JSON number, which is the only text that is sent as a number. */
const NUMBER = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/iu;

/** Whether the operator compares with several values. */
export function takesSeveral(operator: Operator): boolean {
  return operator === '$in' || operator === '$nin';
}

/** Whether the operator compares with a value at all. */
export function takesValue(operator: Operator): boolean {
  return !operator.startsWith('$exists');
}

/** Whether a row has all that a comparison needs. */
export function isComplete({ path, operator, type, value }: Condition): boolean {
  return path !== '' && (!takesValue(operator) || type === 'boolean' || linesOf(value).length > 0);
}

/** The draft of a stored filter. A filter that the builder cannot show is shown as JSON. */
export function filterDraftOf(filter: Filter): FilterDraft {
  const conditions = conditionsOf(filter);
  return conditions
    ? { conditions, text: undefined }
    : { conditions: [], text: JSON.stringify(filter, null, 2) };
}

/** The filter of a draft, or the problem of its text. */
export function readDraft({ conditions, text }: FilterDraft): ReadFilter {
  return text === undefined ? { filter: filterOf(conditions) } : readText(text);
}

/** The draft as JSON. The rows stay, also those without a field or a value. */
export function asJson({ conditions }: FilterDraft): FilterDraft {
  return { conditions, text: textOf(conditions) };
}

/** The draft in the builder; undefined if the builder cannot show what the text means. */
export function asConditions({ conditions, text }: FilterDraft): FilterDraft | undefined {
  if (text === undefined || text === textOf(conditions)) return { conditions, text: undefined };
  const read = readText(text);
  if ('problem' in read) return undefined;
  const found = read.filter === null ? [] : conditionsOf(read.filter);
  return found && { conditions: found, text: undefined };
}

/** The filter of the rows: all of them must match. Null without a row that has a field. */
export function filterOf(conditions: readonly Condition[]): Filter | null {
  const fields = new Map<string, Record<string, unknown>>();
  const repeated: Filter[] = [];
  for (const [index, place] of placesOf(conditions).entries()) {
    const condition = conditions[index];
    if (!condition || !place) continue;
    const member = Object.fromEntries([[place.at(-1) ?? '', operandOf(condition)]]);
    if (place.length > 2) repeated.push(Object.fromEntries([[condition.path, member]]));
    else fields.set(condition.path, { ...fields.get(condition.path), ...member });
  }
  if (fields.size === 0) return null;
  const members: [string, unknown][] = [...fields];
  if (repeated.length > 0) members.push(['$and', repeated]);
  return Object.fromEntries(members);
}

/**
 * Where the filter has each row; undefined for a row without a field. An object has each key once, so a repeated pair of field and
 * operator, such as two tags that must both exist, is in `$and`.
 */
export function placesOf(conditions: readonly Condition[]): readonly (readonly string[] | undefined)[] {
  const taken = new Set<string>();
  let repeated = 0;
  return conditions.map(({ path, operator }) => {
    if (path === '') return undefined;
    const [name = ''] = operator.split(' ');
    const pair = JSON.stringify([path, name]);
    if (!taken.has(pair)) {
      taken.add(pair);
      return [path, name];
    }
    repeated += 1;
    return ['$and', String(repeated - 1), path, name];
  });
}

/** The rows of a filter; undefined if rows cannot express exactly this filter. */
export function conditionsOf(filter: Filter): readonly Condition[] | undefined {
  const { $and: more = [], ...fields } = filter;
  if (!Array.isArray(more)) return undefined;
  const parts: readonly unknown[] = [fields, ...(more as readonly unknown[])];
  const rows = parts.map((part) => (isObject(part) ? rowsOf(part) : undefined));
  const conditions: Condition[] = [];
  for (const row of rows) {
    if (!row) return undefined;
    conditions.push(...row);
  }
  return canonicalText(filterOf(conditions)) === canonicalText(filter) ? conditions : undefined;
}

/** The values that a person typed. An operator that compares with one value has the first of them. */
export function linesOf(value: string): readonly string[] {
  return value.split('\n').filter((line) => line !== '');
}

/** A JSON Pointer in URI fragment form, such as `#/subscriptions/0/filter/order.total/%24gte`. */
export function pointerTo(base: string, path: readonly string[]): string {
  const names = path.map((name) =>
    encodeURIComponent(name.toWellFormed().replaceAll('~', '~0').replaceAll('/', '~1')),
  );
  return [base, ...names].join('/');
}

function rowsOf(fields: Filter): Condition[] | undefined {
  const rows: Condition[] = [];
  for (const [path, members] of Object.entries(fields)) {
    if (path.startsWith('$') || !isObject(members)) return undefined;
    for (const [key, operand] of Object.entries(members)) {
      const operator = OPERATORS.find(
        (each) => each === (key === '$exists' ? `$exists ${String(operand)}` : key),
      );
      const row = operator && rowOf(path, operator, operand);
      if (!row) return undefined;
      rows.push(row);
    }
  }
  return rows;
}

function rowOf(path: string, operator: Operator, operand: unknown): Condition | undefined {
  const list: readonly unknown[] = takesSeveral(operator) && Array.isArray(operand) ? operand : [operand];
  if (!list.every(isOperand)) return undefined;
  // `$exists` says nothing about the values of the field.
  if (!takesValue(operator)) return { path, operator, type: 'string', value: '' };
  return { path, operator, type: typeOf(list[0] ?? ''), value: list.map(String).join('\n') };
}

function operandOf({ operator, type, value }: Condition): unknown {
  if (!takesValue(operator)) return operator === '$exists true';
  if (takesSeveral(operator)) return linesOf(value).map((line) => typed(type, line));
  return typed(type, linesOf(value)[0] ?? '');
}

/** A text that is not a value of its type is sent unchanged, so that the API returns an error for the field. */
function typed(type: OperandType, text: string): string | number | boolean {
  if (type === 'number' && NUMBER.test(text.trim())) return Number(text);
  if (type === 'boolean') return text !== 'false';
  return text;
}

function readText(text: string): ReadFilter {
  if (text.trim() === '') return { filter: null };
  try {
    const filter: unknown = JSON.parse(text);
    return isObject(filter)
      ? { filter }
      : { problem: 'A filter is a JSON object, such as {"contact.stage": {"$eq": "vip"}}.' };
  } catch (error) {
    return { problem: `This is not valid JSON. ${error instanceof Error ? error.message : ''}` };
  }
}

function textOf(conditions: readonly Condition[]): string {
  const filter = filterOf(conditions);
  return filter === null ? '' : JSON.stringify(filter, null, 2);
}

function isObject(value: unknown): value is Filter {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isOperand(value: unknown): value is string | number | boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}

function typeOf(operand: string | number | boolean): OperandType {
  if (typeof operand === 'number') return 'number';
  return typeof operand === 'boolean' ? 'boolean' : 'string';
}
