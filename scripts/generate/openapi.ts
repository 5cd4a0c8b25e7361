import { writeFile } from 'node:fs/promises';
import { openApiJson } from '#scripts/generate/openapi-json.ts';

await writeFile(new URL('../../docs/api/openapi.json', import.meta.url), await openApiJson());
console.log('docs/api/openapi.json is up to date');
