import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';

/** What a GET of a release returned. */
export type RecordedView = { readonly path: string; readonly body: unknown };

const documentSchema = v.object({ paths: v.record(v.string(), v.record(v.string(), v.unknown())) });
const listSchema = v.object({ data: v.array(v.object({ id: v.union([v.string(), v.number()]) })) });

/** Resources of each list that are read one by one. */
const OF_A_LIST = 2;
const API = /^\/(?:os\/)?api\//u;
/** They depend on the code alone, and are large. */
const CATALOGUES = ['/api/v1/biolinks/themes', '/api/v1/workspace-webhooks/events'];
const PARAMETER = /\{\w+\}/u;

/**
 * The responses of all GET operations that a key can read without more than ids: lists, then the first resources of each list, then what
 * belongs to these.
 */
export async function recordViews(
  checkout: string,
  baseUrl: string,
  { workspaceId, apiKey }: { readonly workspaceId: string; readonly apiKey: string },
): Promise<RecordedView[]> {
  const text = await readFile(join(checkout, 'docs/api/openapi.json'), 'utf8');
  const { paths } = v.parse(documentSchema, JSON.parse(text));
  const templates = Object.entries(paths).flatMap(([path, methods]) =>
    API.test(path) && 'get' in methods && !CATALOGUES.includes(path)
      ? path.replace('{workspace}', workspaceId)
      : [],
  );
  const views = new Map<string, unknown>();
  // A path follows the list that its last parameter is in, so shorter paths are read first.
  for (const template of templates.toSorted((a, b) => a.split('/').length - b.split('/').length)) {
    for (const path of fill(template)) {
      const response = await fetch(`${baseUrl}${path}`, {
        headers: { authorization: `Bearer ${apiKey}` },
        redirect: 'manual',
      });
      const isJson = response.headers.get('content-type')?.includes('json') === true;
      const body: unknown = isJson ? await response.json() : await response.arrayBuffer();
      if (response.status === 200 && isJson) views.set(path, body);
    }
  }
  return [...views].map(([path, body]) => ({ path, body }));

  /** The paths of a template with the ids of the resources in its list. */
  function fill(template: string): string[] {
    const parameter = PARAMETER.exec(template);
    if (!parameter) return [template];
    const list = template.slice(0, parameter.index - 1);
    const rest = template.slice(parameter.index + parameter[0].length);
    const found = v.safeParse(listSchema, views.get(list));
    const ids = found.success ? found.output.data.slice(0, OF_A_LIST).map(({ id }) => id) : [];
    return ids.flatMap((id) => fill(`${list}/${id}${rest}`));
  }
}
