import { globSync, readFileSync } from 'node:fs';
import { parseSync, Visitor } from 'oxc-parser';
import { describe, expect, it } from 'vitest';
import { OPERATIONS } from '#functions/registry.ts';
import { operationId } from '#shared/api-docs/operation-id.ts';
import { PROBLEMS } from '#shared/api-docs/problems.ts';
import { EVENT_CODES } from '#shared/events/catalogue/event-codes.ts';
import { platformErrors } from '#shared/platform/core/platform-errors.ts';

/** The names that only products may use: of events, of operations, and of errors that a product declares. */
const NAMES: ReadonlySet<string> = new Set([
  ...Object.keys(EVENT_CODES),
  ...OPERATIONS.flatMap(({ name }) => [name, operationId(name)]),
  ...Object.keys(PROBLEMS).filter((code) => !Object.hasOwn(platformErrors, code)),
]);
const PERMISSION = /^(?!workspace:)[a-z]+:[a-z]+:[a-z]+$/u;
const IMPORT_OF_A_PRODUCT = /^#(?:functions|shared\/(?!platform\/))/u;

/** Two shapes of keys have the names of operations: the actions on them are named after the shapes. */
const SHAPES: Readonly<Record<string, readonly string[]>> = {
  'shared/platform/runtime/capabilities.ts': ['delete-media'],
  'shared/platform/runtime/key-shapes.ts': ['list-members'],
};

/** What a file names or imports of a product, outside its comments. */
function ofProducts(path: string, text: string): string[] {
  const found = new Set<string>();
  const look = (word: string) => {
    if (NAMES.has(word) || PERMISSION.test(word) || IMPORT_OF_A_PRODUCT.test(word)) found.add(word);
  };
  // A sentence of an error can name an operation.
  const lookAt = (literal: string) => {
    for (const word of literal.split(/[\s`'"(),;]+/u)) look(word);
  };
  new Visitor({
    Identifier: ({ name }) => look(name),
    Literal: ({ value }) => lookAt(String(value)),
    TemplateElement: ({ value }) => lookAt(value.raw),
  }).visit(parseSync(path, text).program);
  return [...found].filter((word) => !SHAPES[path]?.includes(word));
}

describe('shared/platform', () => {
  it('neither imports a product nor names an event, an operation, an error or a permission of one', () => {
    const found = globSync('shared/platform/**/*.ts').flatMap((path) =>
      ofProducts(path, readFileSync(path, 'utf8')).map((word) => `${path}: ${word}`),
    );

    expect(found).toEqual([]);
  });
});

describe('the search for names of products', () => {
  it.each([
    ['an event', "const name = 'salesbot.message.received';", 'salesbot.message.received'],
    ['an operation', "if (name === 'ingest-event') stop();", 'ingest-event'],
    ['an operation in a sentence', 'const detail = `Use updatePost instead.`;', 'updatePost'],
    ['an error', 'const status = errors.slug_taken.status;', 'slug_taken'],
    ['a permission', "const needed = ['biolinks:pages:read'];", 'biolinks:pages:read'],
    [
      'an import',
      "import { post } from '#shared/publishing/domain/post.ts';",
      '#shared/publishing/domain/post.ts',
    ],
  ])('finds %s', (_what, text, word) => {
    expect(ofProducts('file.ts', text)).toEqual([word]);
  });

  it('accepts comments, generic errors, and the permissions of the workspace', () => {
    const text =
      "// Like updatePost.\nconst names = ['rate_limited', 'workspace:keys:read', 'event', 'message'];";

    expect(ofProducts('file.ts', text)).toEqual([]);
  });
});
