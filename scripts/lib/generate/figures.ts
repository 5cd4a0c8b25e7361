import { readFileSync } from 'node:fs';

/** Documents with figures of benchmarks. */
export const DOCUMENTS_WITH_FIGURES = [
  'README.md',
  'docs/performance.md',
  'bench/README.md',
  'packages/lean-aws-client/README.md',
];

/**
 * A figure of a document, and where it comes from: `1.81<!-- cost cost/figures/goals/what=dollars per event/found 2 -->` is the value at
 * this path in `bench/results/cost.json` with two decimals; `× 0.001` before the end of the comment multiplies it.
 */
const FIGURE = /[\d.,]+(?=(<!-- ([\w-]+) ([^>]+?) (\d)(?: × ([\d.]+))? -->))/gu;

/** The text of a document with each figure as the results have it. */
export function withFigures(text: string): string {
  return text.replaceAll(
    FIGURE,
    (_, _comment, name: string, path: string, decimals: string, factor = '1') => {
      const result: unknown = JSON.parse(
        readFileSync(new URL(`../../../bench/results/${name}.json`, import.meta.url), 'utf8'),
      );
      const value = valueAt(result, path.split('/')) * Number(factor);
      const digits = { minimumFractionDigits: Number(decimals), maximumFractionDigits: Number(decimals) };
      return value.toLocaleString('en-US', digits);
    },
  );
}

/**
 * The number at a path: names of properties, indices of lists, `property=value` for an element of a list, and at the end `max(property)`
 * or `sum(property)` of all elements, `max()` of a list of numbers, `count()` of its elements. @throws Error if there is none
 */
function valueAt(from: unknown, [step, ...steps]: readonly string[]): number {
  if (step === undefined) {
    if (typeof from === 'number') return from;
    throw new Error(`Not a number: ${JSON.stringify(from)}`);
  }
  const [, operation, of = ''] = /^(max|sum|count)\((\w*)\)$/u.exec(step) ?? [];
  if (operation === 'count' && Array.isArray(from)) return from.length;
  if (operation !== undefined && Array.isArray(from)) {
    const values = from.map((each) => valueAt(each, of === '' ? [] : [of]));
    return operation === 'max' ? Math.max(...values) : values.reduce((sum, each) => sum + each, 0);
  }
  const [, property, wanted] = /^(\w+)=(.*)$/u.exec(step) ?? [];
  const next =
    property !== undefined && Array.isArray(from)
      ? from.find((each) => String(each[property]) === wanted)
      : Object.entries(from ?? {}).find(([key]) => key === step)?.[1];
  if (next === undefined) throw new Error(`The results have no ${step}`);
  return valueAt(next, steps);
}
