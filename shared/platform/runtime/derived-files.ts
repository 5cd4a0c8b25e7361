import { brotliDecompressSync } from 'node:zlib';
import * as v from 'valibot';
import { stringify } from 'yaml';
import { buildConsole } from './build-console.ts';
import { documentedWords, listOperations } from './list-operations.ts';
import { operationsMarkdown } from './operations-markdown.ts';

/** A file that the repository does not contain, because it has the content of another file in another form. */
type DerivedFile = {
  readonly path: string;
  readonly from: string;
  readonly derive: (source: Buffer) => string;
};

/** The paths of the API, their methods, and the hosts on which they exist. */
export const ROUTES_FILE = 'docs/api/routes.json';

/** The list of operations for language models. */
export const OPERATIONS_FILE = 'docs/api/operations.md';

/** The operations that the MCP server describes and calls (`core/listed-operation.ts`). */
export const LISTED_OPERATIONS_FILE = 'docs/api/listed-operations.json';

/** The script of the API reference, which the repository contains compressed. */
export const REFERENCE_FILE = 'docs/reference/standalone.js';

const DERIVED_FILES: readonly DerivedFile[] = [
  { path: 'docs/api/openapi.yaml', from: 'docs/api/openapi.json', derive: (json) => toYaml(json.toString()) },
  { path: ROUTES_FILE, from: 'docs/api/openapi.json', derive: (json) => toRoutes(json.toString()) },
  {
    path: OPERATIONS_FILE,
    from: 'docs/api/openapi.json',
    derive: (json) => operationsMarkdown(JSON.parse(json.toString())),
  },
  {
    path: LISTED_OPERATIONS_FILE,
    from: 'docs/api/openapi.json',
    derive: (json) => toListedOperations(json.toString()),
  },
  {
    path: REFERENCE_FILE,
    from: `${REFERENCE_FILE}.br`,
    derive: (compressed) => brotliDecompressSync(compressed).toString(),
  },
  { path: 'console/console.json', from: 'console/main.tsx', derive: () => JSON.stringify(buildConsole()) },
];

/** How the file at this path is derived, or `undefined` if the repository contains it. */
export function derivationOf(path: string): DerivedFile | undefined {
  return DERIVED_FILES.find((file) => file.path === path);
}

function toYaml(json: string): string {
  return stringify(JSON.parse(json), { aliasDuplicateObjects: false, lineWidth: 0 });
}

function toListedOperations(json: string): string {
  const document: unknown = JSON.parse(json);
  const operations = listOperations(document).filter(({ access }) => access);
  return JSON.stringify({ operations, words: documentedWords(document) });
}

const served = v.object({
  'x-served-at': v.optional(v.string(), 'api'),
  responses: v.record(v.string(), v.unknown()),
});
const paths = v.object({ paths: v.record(v.string(), v.record(v.string(), served)) });

/**
 * A path of an OpenAPI document has the methods of its operations as keys, and no other keys in ours. A method that always fails, such as that of a stream
 * which a protocol makes optional, is none that a client should use.
 */
function toRoutes(json: string): string {
  const document = v.parse(paths, JSON.parse(json));
  const routes = Object.entries(document.paths).map(([path, operations]) => ({
    path,
    methods: Object.entries(operations)
      .filter(([, { responses }]) => Object.keys(responses).some((status) => Number(status) < 400))
      .map(([method]) => method.toUpperCase()),
    // All methods of a path exist on the same hosts.
    servedAt: Object.values(operations)[0]?.['x-served-at'],
  }));
  return JSON.stringify(routes);
}
