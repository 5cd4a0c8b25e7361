import { membersOf } from '#shared/api-docs/json-schema.ts';
import { OPEN_LIST, withClosedList } from '#shared/api-docs/open-lists.ts';
import { LARAVEL } from '#shared/api-docs/problem-schema.ts';

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

/**
 * The document without the format of errors that only clients of Mixpost ask for. The client accepts any media type, so that its
 * errors under `/os/api` are problem documents, as elsewhere.
 */
export function withoutLaravelErrors(document: string): string {
  return JSON.stringify(
    JSON.parse(document, (key, value: unknown) => {
      if (key === LARAVEL) return undefined;
      return key === 'application/json' ? withoutLaravelError(value) : value;
    }),
  );
}

/** The media type without this error; undefined if it describes nothing else. */
function withoutLaravelError(media: unknown): unknown {
  const schema = membersOf(membersOf(media)['schema']);
  const { anyOf } = schema;
  if (isLaravelError(schema)) return undefined;
  if (!Array.isArray(anyOf) || !anyOf.some(isLaravelError)) return media;
  return { schema: anyOf.find((each) => !isLaravelError(each)) };
}

function isLaravelError(schema: unknown): boolean {
  const { allOf } = membersOf(schema);
  return (
    Array.isArray(allOf) &&
    allOf.some((part) => membersOf(part)['$ref'] === `#/components/schemas/${LARAVEL}`)
  );
}
