import * as v from 'valibot';
import type { Running } from '#scripts/lib/stack/running.ts';
import { IMPORT_LIMITS } from '#shared/messaging/domain/contact-import.ts';
import { prepareWorkspaceGiven } from './sample-workspaces.ts';
import { sendRequest } from './send-request.ts';

/** Imports and exports of contacts that a sample may need, each in a workspace of its own, which has at most one in progress. */
export const IMPORT_GIVENS = [
  'announced-import',
  'uploaded-import',
  'started-import',
  'second-import',
  'many-imports',
  'contact-export',
] as const;

type ImportGiven = (typeof IMPORT_GIVENS)[number];

const CONTACTS = '/api/v1/salesbot/contacts';

/** Lines of an import that is still in progress when the next request arrives. */
const MANY = 2000;

const exported = v.object({ data: v.object({ id: v.string() }) });
const announced = v.object({
  ...exported.entries,
  upload: v.object({ url: v.string(), headers: v.record(v.string(), v.string()) }),
});

export function isImportGiven(given: string): given is ImportGiven {
  return IMPORT_GIVENS.some((each) => each === given);
}

/** Creates imports through the API and their upload URLs; returns the values of the placeholders. */
export async function prepareImportGiven(
  running: Running,
  given: ImportGiven,
): Promise<Record<string, string>> {
  const values = await prepareWorkspaceGiven(running, 'own-workspace');
  const { apiKey = '' } = values;
  if (given === 'contact-export')
    return { ...values, exportId: v.parse(exported, await post('/exports')).data.id };
  if (given === 'many-imports') {
    for (let made = 0; made < IMPORT_LIMITS.perDay; made += 1) await post('/imports', { size: 1 });
    return values;
  }
  if (given === 'second-import') await start(await upload(MANY));
  if (given === 'announced-import')
    return { ...values, importId: v.parse(announced, await post('/imports', { size: 1 })).data.id };
  const importId = await upload(1);
  if (given === 'started-import') await start(importId);
  return { ...values, importId };

  async function upload(lines: number): Promise<string> {
    const texts = Array.from({ length: lines }, (_, index) => `{"email":"sample-${index}@example.com"}\n`);
    const body = new TextEncoder().encode(texts.join(''));
    const { data, upload: form } = v.parse(announced, await post('/imports', { size: body.length }));
    const response = await fetch(form.url, { method: 'PUT', headers: form.headers, body });
    if (!response.ok)
      throw new Error(`PUT ${form.url} returned ${response.status}: ${await response.text()}`);
    return data.id;
  }

  function start(id: string): Promise<unknown> {
    return post(`/imports/${id}/start`);
  }

  function post(path: string, body: unknown = {}): Promise<unknown> {
    return sendRequest({ ...running, apiKey }, 'POST', `${CONTACTS}${path}`, body);
  }
}
