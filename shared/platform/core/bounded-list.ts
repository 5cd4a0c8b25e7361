import * as v from 'valibot';
import { MAX_ISSUES } from './issue.ts';

/**
 * A list in a request. Unlike `v.array`, it checks the length before the elements, and stops after as many errors as a response
 * lists: a hostile body must not cost more than an honest one. `message` is that of `v.maxLength`, which the documentation reads.
 * @__NO_SIDE_EFFECTS__
 */
export function boundedList<const S extends v.GenericSchema>(
  item: S,
  max?: number,
  message?: v.ErrorMessage<v.MaxLengthIssue<unknown[], number>>,
): v.ArraySchema<S, undefined> {
  const list = v.array(item);
  const length = max === undefined ? undefined : v.maxLength<unknown[], number, typeof message>(max, message);
  const plain = { ...list };
  // Valibot passes the data set that a schema returns on, whatever its type.
  return Object.assign(list, {
    '~run'(dataset: v.UnknownDataset, config: v.Config<v.BaseIssue<unknown>>) {
      const { value: input } = dataset;
      if (!isList(input)) return plain['~run'](dataset, config);
      if (length === undefined || input.length <= length.requirement)
        return checkElements(item, input, config);
      const { issues } = length['~run']({ typed: true, value: input }, config);
      return { typed: false, value: input, issues };
    },
  });
}

function isList(value: unknown): value is unknown[] {
  return Array.isArray(value);
}

/** As `v.array`, which reads all elements. */
function checkElements(
  item: v.GenericSchema,
  input: unknown[],
  config: v.Config<v.BaseIssue<unknown>>,
): { typed: boolean; value: unknown[]; issues?: v.BaseIssue<unknown>[] } {
  const value: unknown[] = [];
  const issues: v.BaseIssue<unknown>[] = [];
  let typed = true;
  for (const [key, element] of input.entries()) {
    const checked = item['~run']({ value: element }, config);
    const place: v.ArrayPathItem = { type: 'array', origin: 'value', input, key, value: element };
    // The issue stays the same object: its error code is stored by identity.
    for (const each of checked.issues ?? [])
      issues.push(Object.assign(each, { path: [place, ...(each.path ?? [])] }));
    if (!checked.typed) typed = false;
    value.push(checked.value);
    if (issues.length >= MAX_ISSUES) break;
  }
  return issues.length === 0 ? { typed, value } : { typed, value, issues };
}
