import { openApiJson } from '#scripts/lib/generate/openapi-json.ts';
import { operationsIndexPage } from '#scripts/lib/generate/operations-index-page.ts';
import { writeGenerated } from '#scripts/lib/generate/write-generated.ts';

writeGenerated('docs/api/openapi.json', await openApiJson());
writeGenerated('docs/operations-index.md', operationsIndexPage());
