import { readFileSync } from 'node:fs';
import { dataModelPage, KEY_SOURCES, withGenerated } from '#scripts/lib/generate/data-model-page.ts';
import { writeGenerated } from '#scripts/lib/generate/write-generated.ts';

const PAGE = 'docs/data-model.md';

const sources = KEY_SOURCES.map((file) => readFileSync(file, 'utf8'));
writeGenerated(PAGE, withGenerated(readFileSync(PAGE, 'utf8'), dataModelPage(sources)));
