import { writeFile } from 'node:fs/promises';
import { openApiFiles } from './openapi-files.ts';

const { json, yaml } = await openApiFiles();
await writeFile(new URL('../../docs/api/openapi.json', import.meta.url), json);
await writeFile(new URL('../../docs/api/openapi.yaml', import.meta.url), yaml);
console.log('docs/api/openapi.json and .yaml are as the registry is');
