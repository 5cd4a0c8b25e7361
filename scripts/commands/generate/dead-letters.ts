import { readFileSync } from 'node:fs';
import { withDeadLetterTable } from '#scripts/lib/generate/dead-letter-table.ts';
import { writeGenerated } from '#scripts/lib/generate/write-generated.ts';

const PAGE = 'docs/runbooks/redrive.md';

writeGenerated(PAGE, withDeadLetterTable(readFileSync(new URL(`../../../${PAGE}`, import.meta.url), 'utf8')));
