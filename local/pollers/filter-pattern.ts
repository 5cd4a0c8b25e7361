import { isRecord } from '#local/is-record.ts';

/** Whether a record matches an event filter. */
export type RecordFilter = (record: unknown) => boolean;

/**
 * Compiles the filter pattern of an event source mapping: nested fields, equality, `exists`, `prefix` and `numeric`, with the
 * semantics of Lambda. Any other operator is an error, because ignoring it would pass records that AWS drops.
 */
export function compileFilter(pattern: string): RecordFilter {
  return compileNode(JSON.parse(pattern), '$');
}

function compileNode(node: unknown, path: string): RecordFilter {
  if (Array.isArray(node)) {
    const rules = node.map((rule: unknown) => compileRule(rule, path));
    return (value) => rules.some((rule) => rule(value));
  }
  if (!isRecord(node)) throw new Error(`filter pattern: ${path} must be an object or an array`);
  const members = Object.entries(node).map(
    ([name, child]) => [name, compileNode(child, `${path}.${name}`)] as const,
  );
  return (value) =>
    members.every(([name, passes]) =>
      passes(isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined),
    );
}

function compileRule(rule: unknown, path: string): RecordFilter {
  if (!isRecord(rule)) return (value) => value !== undefined && value === rule;
  const [operator, operand] = Object.entries(rule)[0] ?? [];
  // `exists` matches only leaves: an object is not a value.
  if (operator === 'exists') return (value) => (value !== undefined && !isRecord(value)) === operand;
  if (operator === 'prefix' && typeof operand === 'string')
    return (value) => typeof value === 'string' && value.startsWith(operand);
  if (operator === 'numeric' && Array.isArray(operand)) return compileNumeric(operand, path);
  throw new Error(`filter pattern: ${path} uses ${operator}, which the local stack does not support`);
}

function compileNumeric(operand: readonly unknown[], path: string): RecordFilter {
  const comparisons: ((value: number) => boolean)[] = [];
  for (let index = 0; index < operand.length; index += 2)
    comparisons.push(compileComparison(operand[index], operand[index + 1], path));
  return (value) => {
    // DynamoDB writes numbers as strings.
    if ((typeof value !== 'number' && typeof value !== 'string') || value === '') return false;
    return comparisons.every((compare) => compare(Number(value)));
  };
}

function compileComparison(sign: unknown, bound: unknown, path: string): (value: number) => boolean {
  if (typeof bound !== 'number') throw new Error(`filter pattern: ${path} compares with ${String(bound)}`);
  switch (sign) {
    case '=':
      return (value) => value === bound;
    case '<':
      return (value) => value < bound;
    case '<=':
      return (value) => value <= bound;
    case '>':
      return (value) => value > bound;
    case '>=':
      return (value) => value >= bound;
    default:
      throw new Error(`filter pattern: ${path} compares by ${String(sign)}`);
  }
}
