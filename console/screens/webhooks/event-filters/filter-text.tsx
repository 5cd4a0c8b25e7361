import type { Filter } from './filter-draft.ts';
import { clausesOf } from './filter-sentence.ts';

/** A filter as a sentence, or as JSON if it is too complex for one. Paths and values are data of customers. */
export function FilterText({ filter }: { readonly filter: Filter }) {
  const clauses = clausesOf(filter);
  if (!clauses) return <code>{JSON.stringify(filter)}</code>;
  return (
    <span>
      {clauses.map(({ path, words, values }, index) => (
        <span key={index}>
          {index > 0 && ' and '}
          <code>{path}</code> {words} <bdi>{values}</bdi>
        </span>
      ))}
    </span>
  );
}
