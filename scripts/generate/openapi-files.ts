import { readFile } from 'node:fs/promises';
import { stringify } from 'yaml';
import { OPERATIONS } from '#functions/registry.ts';
import { EVENT_CATALOGUE } from '#shared/events/catalogue/event-catalogue.ts';
import { openApiDocument } from '#shared/api-docs/openapi-document.ts';

/** The text of `docs/api/openapi.json` and `docs/api/openapi.yaml`: one document, with the version of the package. */
export async function openApiFiles(): Promise<{ readonly json: string; readonly yaml: string }> {
  const { version }: { version: string } = JSON.parse(
    await readFile(new URL('../../package.json', import.meta.url), 'utf8'),
  );
  const document = openApiDocument(OPERATIONS, EVENT_CATALOGUE, version);
  return {
    json: `${JSON.stringify(document, null, 2)}\n`,
    yaml: stringify(document, { aliasDuplicateObjects: false, lineWidth: 0 }),
  };
}
