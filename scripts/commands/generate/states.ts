import { writeFile } from 'node:fs/promises';
import { statesPage } from '#scripts/lib/generate/states-page.ts';

await writeFile(new URL('../../../docs/states.md', import.meta.url), statesPage());
console.log('docs/states.md is up to date');
