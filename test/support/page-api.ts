import type { Permission } from '#shared/domain/permissions.ts';
import type { Page } from '#shared/domain/pages/page.ts';
import type { PageDomain } from '#shared/domain/pages/page-domain.ts';
import { newId } from '#shared/runtime/ids.ts';
import { aContext, NOW } from './builders.ts';
import { type ApiRequest, type MemoryApi, startMemoryApi } from './memory-api.ts';

type Name = Parameters<MemoryApi['call']>[0];

export const PAGE_PERMISSIONS: readonly Permission[] = [
  'biolinks:pages:read',
  'biolinks:pages:write',
  'biolinks:pages:publish',
];

export type PageApi = Awaited<ReturnType<typeof startPageApi>>;

/** An API with one page, a draft unless told otherwise, and what tests do to it, a minute after it was created. */
export async function startPageApi(fields: Readonly<Record<string, unknown>> = {}, status = 'draft') {
  const api = await startMemoryApi();
  const key = api.grant(PAGE_PERMISSIONS);
  const json = { title: 'Ada Lovelace', slug: 'ada', ...fields };
  const created = await api.call('create-page', { key, json });
  if (created.status !== 201) throw new Error(`The page was not created: ${created.text}`);
  const page = String(created.body.data.id);

  function stored(): Page {
    const found = api.core.pages.get(page);
    if (!found) throw new Error('The page is gone');
    return found;
  }

  /** Calls an operation on the page at its current revision, with every permission on pages. */
  function run(name: Name, { headers, ...request }: ApiRequest = {}) {
    const ifMatch = `"${api.core.pages.get(page)?.revision}"`;
    return api.call(name, {
      key,
      ...request,
      params: { page, ...request.params },
      headers: { 'if-match': ifMatch, ...headers },
    });
  }

  if (status !== 'draft') await run('set-page-status', { json: { status } });
  api.clock.advance(60);
  return {
    api,
    key,
    page,
    created,
    stored,
    run,
    edit: (sent: unknown, request: ApiRequest = {}) => run('update-page', { json: sent, ...request }),

    /** A domain of the workspace, verified unless told otherwise. */
    async connect(host: string, overrides: Partial<PageDomain> = {}): Promise<PageDomain> {
      const domain: PageDomain = {
        id: newId(NOW),
        workspaceId: api.workspaceId,
        host,
        state: 'pending',
        challenge: 'challenge',
        verifiedAt: null,
        createdAt: NOW,
        ...overrides,
      };
      await api.domains.create({ ...domain, state: 'pending' }, aContext());
      if (overrides.state !== 'pending') await api.domains.verify(domain, NOW, aContext());
      return domain;
    },

    /** Tracking pixels of the workspace, by id. */
    async addPixels(count: number, workspaceId = api.workspaceId): Promise<string[]> {
      const ids = Array.from({ length: count }, () => newId(NOW));
      for (const id of ids) {
        const pixel = { id, workspaceId, provider: 'meta', tagId: '1234567890', name: 'Ads' } as const;
        await api.pixels.create({ ...pixel, createdAt: NOW }, aContext());
      }
      return ids;
    },
  };
}
