import { readFileSync } from 'node:fs';
import { DOCUMENTS_WITH_FIGURES, withFigures } from '#scripts/lib/generate/figures.ts';
import { writeGenerated } from '#scripts/lib/generate/write-generated.ts';

for (const path of DOCUMENTS_WITH_FIGURES) writeGenerated(path, withFigures(readFileSync(path, 'utf8')));
