import { membersOf } from '#shared/api-docs/json-schema.ts';
import { OPEN_LIST, withClosedList } from '#shared/api-docs/open-lists.ts';

/**
 * The text of the document with closed lists of values. Types do nothing when a program runs, so a new value breaks none; but a
 * misspelt one, or one that is gone, fails where it is compiled.
 */
export function withClosedLists(document: string): string {
  return JSON.stringify(
    JSON.parse(document, (_, value: unknown) =>
      OPEN_LIST in membersOf(value) && !Array.isArray(value) ? withClosedList(membersOf(value)) : value,
    ),
  );
}
