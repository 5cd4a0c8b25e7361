import { membersOf } from '#shared/api-docs/json-schema.ts';
import { OPEN_LIST, withClosedList } from '#shared/api-docs/open-lists.ts';

/**
 * The document with closed enums, for type generation. Types have no effect at run time, so a new value breaks no client, but
 * a misspelt or removed value fails to compile.
 */
export function withClosedLists(document: string): string {
  return JSON.stringify(
    JSON.parse(document, (_, value: unknown) =>
      OPEN_LIST in membersOf(value) && !Array.isArray(value) ? withClosedList(membersOf(value)) : value,
    ),
  );
}
