import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { addKey } from '#scripts/add-key.ts';
import type { Running } from '#scripts/running.ts';

/** What a sample may need of pages. */
export const PAGE_GIVENS = [
  'free-slug',
  'page',
  'two-pages',
  'untitled-page',
  'active-page',
  'archived-page',
  'active-page-and-writer',
] as const;

type PageGiven = (typeof PAGE_GIVENS)[number];

const answerSchema = v.object({
  data: v.object({ id: v.string(), slug: v.string(), revision: v.string() }),
});

type HandlerResponse = v.InferOutput<typeof answerSchema>['data'];

export function isPageGiven(given: string): given is PageGiven {
  return PAGE_GIVENS.some((each) => each === given);
}

/** Makes a page through the API, as a user would; gives the values of its placeholders. */
export async function preparePageGiven(running: Running, given: PageGiven): Promise<Record<string, string>> {
  if (given === 'free-slug') return { freeSlug: newSlug() };
  const page = await create(given === 'untitled-page' ? '' : 'Sample');
  const { revision } = await withStatus(page);
  return {
    pageId: page.id,
    pageSlug: page.slug,
    pageRevision: revision,
    ...(given === 'two-pages' ? { otherSlug: (await create('Sample')).slug } : {}),
    ...(given === 'active-page-and-writer'
      ? { writerKey: await addKey(running, ['biolinks:pages:read', 'biolinks:pages:write']) }
      : {}),
  };

  function create(title: string): Promise<HandlerResponse> {
    return post('', { title, slug: newSlug() });
  }

  async function withStatus(made: HandlerResponse): Promise<HandlerResponse> {
    const status = /^(?<status>active|archived)-page/u.exec(given)?.groups?.['status'];
    return status === undefined ? made : post(`/${made.id}/status`, { status }, `"${made.revision}"`);
  }

  async function post(path: string, body: unknown, ifMatch?: string): Promise<HandlerResponse> {
    const url = `${running.baseUrl}/api/v1/biolinks/pages${path}`;
    const headers = {
      'x-api-key': running.apiKey,
      'content-type': 'application/json',
      ...(ifMatch === undefined ? {} : { 'if-match': ifMatch }),
    };
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`POST ${url} answered ${response.status}: ${await response.text()}`);
    return v.parse(answerSchema, await response.json()).data;
  }
}

function newSlug(): string {
  return `sample-${randomUUID()}`;
}
