import { readFile, writeFile } from 'node:fs/promises';
import { DOCUMENTS_WITH_FIGURES, withFigures } from '#scripts/lib/generate/figures.ts';

for (const path of DOCUMENTS_WITH_FIGURES) {
  const document = new URL(`../../../${path}`, import.meta.url);
  await writeFile(document, withFigures(await readFile(document, 'utf8')));
  console.log(`${path} has the figures of bench/results`);
}
