import { statesPage } from '#scripts/lib/generate/states-page.ts';
import { writeGenerated } from '#scripts/lib/generate/write-generated.ts';

writeGenerated('docs/states.md', statesPage());
