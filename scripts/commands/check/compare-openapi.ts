import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { openApiDifferences } from '#scripts/lib/generate/openapi-differences.ts';
import type { JsonSchema } from '#shared/api-docs/json-schema.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const DOCUMENT = 'docs/api/openapi.json';
const USAGE = `npm run check -- compare-openapi <git revision, or path of an OpenAPI document in JSON>

Compares that version of ${DOCUMENT} with the current file, both dereferenced. Prints every difference except summaries,
descriptions, examples, the order of enums and of required fields, and the names and places of components. Ends with 1 if there is one.`;

const [before] = process.argv.slice(2);
if (before === undefined) {
  console.error(USAGE);
  process.exitCode = 2;
} else {
  const differences = openApiDifferences(
    parse(textOf(before)),
    parse(readFileSync(`${ROOT}${DOCUMENT}`, 'utf8')),
  );
  for (const difference of differences) console.log(difference);
  console.log(`${differences.length} differences between ${before} and the current ${DOCUMENT}`);
  process.exitCode = differences.length === 0 ? 0 : 1;
}

function textOf(revisionOrFile: string): string {
  if (existsSync(revisionOrFile)) return readFileSync(revisionOrFile, 'utf8');
  return execFileSync('git', ['show', `${revisionOrFile}:${DOCUMENT}`], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
}

function parse(text: string): JsonSchema {
  const document: JsonSchema = JSON.parse(text);
  return document;
}
