import { readFile } from 'node:fs/promises';
import { OPERATIONS } from '#functions/registry.ts';
import { openApiDocument } from '#shared/api-docs/openapi-document.ts';
import { EVENT_CATALOGUE } from '#shared/events/catalogue/event-catalogue.ts';

/** The text of `docs/api/openapi.json`, with the version of the package. */
export async function openApiJson(): Promise<string> {
  const { version }: { version: string } = JSON.parse(
    await readFile(new URL('../../../package.json', import.meta.url), 'utf8'),
  );
  return `${JSON.stringify(openApiDocument(OPERATIONS, EVENT_CATALOGUE, version), null, 2)}\n`;
}
