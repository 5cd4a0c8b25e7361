import {
  type Condition,
  conditionsOf,
  type Filter,
  linesOf,
  type Operator,
  takesSeveral,
  takesValue,
} from './filter-draft.ts';

/** How a sentence has each operator. */
const WORDS: Readonly<Record<Operator, string>> = {
  $eq: 'is',
  $ne: 'is not',
  $in: 'is one of',
  $nin: 'is none of',
  $gt: '>',
  $gte: '≥',
  $lt: '<',
  $lte: '≤',
  $startsWith: 'starts with',
  '$exists true': 'has a value',
  '$exists false': 'has no value',
};

/** A condition as words: `path` and `values` are data of customers. */
export type Clause = { readonly path: string; readonly words: string; readonly values: string };

/** The conditions of a filter as words; undefined for a filter that is easier to read as JSON. */
export function clausesOf(filter: Filter): readonly Clause[] | undefined {
  return conditionsOf(filter)?.map(clauseOf);
}

/** A filter as a sentence, such as `order.total ≥ 100 and contact.tags is one of vip, press`, or as JSON. */
export function sentenceOf(filter: Filter): string {
  const clauses = clausesOf(filter);
  if (!clauses) return JSON.stringify(filter);
  return clauses
    .map(({ path, words, values }) => [path, words, values].filter(Boolean).join(' '))
    .join(' and ');
}

function clauseOf({ path, operator, value }: Condition): Clause {
  const values = takesSeveral(operator) ? linesOf(value) : [value];
  return { path, words: WORDS[operator], values: takesValue(operator) ? values.map(shown).join(', ') : '' };
}

/** A value in quotes if a reader could not see where it begins and ends. */
function shown(value: string): string {
  return value === '' || /[,“”]|^\s|\s$/u.test(value) ? `“${value}”` : value;
}
