import { writeFile } from 'node:fs/promises';
import { openApiJson } from '#scripts/lib/generate/openapi-json.ts';
import { operationsIndexPage } from '#scripts/lib/generate/operations-index-page.ts';

await writeFile(new URL('../../../docs/api/openapi.json', import.meta.url), await openApiJson());
await writeFile(new URL('../../../docs/operations-index.md', import.meta.url), operationsIndexPage());
console.log('docs/api/openapi.json and docs/operations-index.md are up to date');
