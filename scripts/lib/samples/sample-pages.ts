import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { addKey } from '#scripts/lib/stack/add-key.ts';
import type { Running } from '#scripts/lib/stack/running.ts';
import { sendRequest } from './send-request.ts';

/** Pages that a sample may need. */
export const PAGE_GIVENS = [
  'free-slug',
  'page',
  'two-pages',
  'untitled-page',
  'active-page',
  'archived-page',
  'active-page-and-writer',
  'page-preview',
] as const;

type PageGiven = (typeof PAGE_GIVENS)[number];

const responseSchema = v.object({
  data: v.object({ id: v.string(), slug: v.string(), revision: v.string() }),
});

const previewSchema = v.object({ data: v.object({ url: v.string() }) });

type CreatedResource = v.InferOutput<typeof responseSchema>['data'];

export function isPageGiven(given: string): given is PageGiven {
  return PAGE_GIVENS.some((each) => each === given);
}

/** Creates a page through the API; returns the values of its placeholders. */
export async function preparePageGiven(running: Running, given: PageGiven): Promise<Record<string, string>> {
  if (given === 'free-slug') return { freeSlug: newSlug() };
  const page = await create(given === 'untitled-page' ? '' : 'Sample');
  const { revision } = await withStatus(page);
  return {
    pageId: page.id,
    pageSlug: page.slug,
    pageRevision: revision,
    ...(given === 'page-preview' ? { previewToken: await preview(page) } : {}),
    ...(given === 'two-pages' ? { otherSlug: (await create('Sample')).slug } : {}),
    ...(given === 'active-page-and-writer'
      ? { writerKey: await addKey(running, ['biolinks:pages:read', 'biolinks:pages:write']) }
      : {}),
  };

  function create(title: string): Promise<CreatedResource> {
    return post('', { title, slug: newSlug() });
  }

  async function withStatus(made: CreatedResource): Promise<CreatedResource> {
    const status = /^(?<status>active|archived)-page/u.exec(given)?.groups?.['status'];
    return status === undefined ? made : post(`/${made.id}/status`, { status }, `"${made.revision}"`);
  }

  async function preview({ id }: CreatedResource): Promise<string> {
    const response = await sendRequest(running, 'POST', `/api/v1/biolinks/pages/${id}/preview`, {});
    return v.parse(previewSchema, response).data.url.split('/').at(-1) ?? '';
  }

  async function post(path: string, body: unknown, ifMatch?: string): Promise<CreatedResource> {
    const headers = ifMatch === undefined ? {} : { 'if-match': ifMatch };
    const response = await sendRequest(running, 'POST', `/api/v1/biolinks/pages${path}`, body, headers);
    return v.parse(responseSchema, response).data;
  }
}

function newSlug(): string {
  return `sample-${randomUUID()}`;
}
