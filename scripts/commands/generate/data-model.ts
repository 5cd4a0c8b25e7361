import { readFile, writeFile } from 'node:fs/promises';
import { dataModelPage, KEY_SOURCES, withGenerated } from '#scripts/lib/generate/data-model-page.ts';

const page = new URL('../../../docs/data-model.md', import.meta.url);
const sources = await Promise.all(
  KEY_SOURCES.map((file) => readFile(new URL(`../../../${file}`, import.meta.url), 'utf8')),
);
await writeFile(page, withGenerated(await readFile(page, 'utf8'), dataModelPage(sources)));
console.log('docs/data-model.md is up to date');
