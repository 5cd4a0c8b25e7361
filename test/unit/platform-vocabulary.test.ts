import { globSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { describe, expect, it } from 'vitest';
import { OPERATIONS } from '#functions/registry.ts';
import { operationId } from '#shared/api-docs/operation-id.ts';
import { PROBLEMS } from '#shared/api-docs/problems.ts';
import { EVENT_CODES } from '#shared/events/catalogue/event-codes.ts';
import { platformErrors } from '#shared/platform/core/platform-errors.ts';
import { ITEM_ACTIONS } from '#shared/platform/runtime/capabilities.ts';
import type { CapabilityRows } from '#shared/platform/runtime/capability-rows.ts';

/** The rows of each product; the rows of the platform are in another file. */
const PRODUCT_ROWS: readonly CapabilityRows[] = await Promise.all(
  globSync('shared/*/capabilities.ts').map(async (path) => {
    const product = basename(dirname(path));
    const [rows]: CapabilityRows[] = Object.values(await import(`#shared/${product}/capabilities.ts`));
    if (rows === undefined) throw new Error(`${path} exports no rows`);
    return rows;
  }),
);

/** The names that only products may use: of events, of operations, and of errors and capabilities that a product declares. */
const NAMES: ReadonlySet<string> = new Set([
  ...Object.keys(EVENT_CODES),
  ...OPERATIONS.flatMap(({ name }) => [name, operationId(name)]),
  ...Object.keys(PROBLEMS).filter((code) => !Object.hasOwn(platformErrors, code)),
  ...PRODUCT_ROWS.flatMap(capabilitiesOf),
]);
const PERMISSION = /^(?!workspace:)[a-z]+:[a-z]+:[a-z]+$/u;
const IMPORT_OF_A_PRODUCT = /^#(?:functions|shared\/(?!platform\/))/u;

function capabilitiesOf({ shapes, queues, services }: CapabilityRows): readonly string[] {
  return [
    ...Object.keys(shapes).flatMap((shape) => ITEM_ACTIONS.map(([action]) => `${action}-${shape}`)),
    ...queues.flatMap((queue) => [`send-to-${queue}`, `measure-${queue}`, `schedule-to-${queue}`]),
    ...Object.keys(services),
  ];
}

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
  return [...found];
}

describe('shared/platform', () => {
  it('neither imports a product nor names an event, an operation, an error, a capability or a permission of one', () => {
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
    ['access to items', "const uses = ['query-listed-posts'];", 'query-listed-posts'],
    ['access to a queue', "const uses = ['send-to-delivery'];", 'send-to-delivery'],
    ['another capability', "const uses = ['open-signing-secret'];", 'open-signing-secret'],
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
