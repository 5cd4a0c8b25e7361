import type { HttpAnswer } from './http-event.ts';
import type { ApiRequest } from './memory-api.ts';
import { startPageApi } from './page-api.ts';

export type BlockApi = Awaited<ReturnType<typeof startBlockApi>>;

type Name = 'create-block' | 'list-blocks' | 'update-block' | 'delete-block' | 'reorder-blocks';

/** A body of a link. */
export const LINK = { type: 'link', title: 'Notes', url: 'https://notes.example.com' } as const;

/** An API with one page, a draft unless told otherwise, and what tests do to its blocks. */
export async function startBlockApi(status = 'draft') {
  const pages = await startPageApi({}, status);
  const { api, key, page } = pages;

  /** Calls an operation on the page's blocks, with every permission on pages. */
  function run(name: Name, { params, ...request }: ApiRequest = {}): Promise<HttpAnswer> {
    return api.call(name, { key, ...request, params: { page, ...params } });
  }

  function create(json: unknown, request: ApiRequest = {}): Promise<HttpAnswer> {
    return run('create-block', { json, ...request });
  }

  return {
    api,
    key,
    page,
    stored: pages.stored,
    /** Calls an operation on the page itself. */
    runOnPage: pages.run,
    run,
    create,

    /** Adds a block, a link unless told otherwise; gives its id. */
    async add(json: object = {}): Promise<string> {
      const answer = await create({ ...LINK, ...json });
      if (answer.status !== 201) throw new Error(`The block was not created: ${answer.text}`);
      return String(answer.body.data.id);
    },

    edit: (block: string, json: unknown, request: ApiRequest = {}) =>
      run('update-block', { json, ...request, params: { block, ...request.params } }),
    drop: (block: string, request: ApiRequest = {}) =>
      run('delete-block', { ...request, params: { block, ...request.params } }),
    reorder: (ids: unknown, request: ApiRequest = {}) => run('reorder-blocks', { json: { ids }, ...request }),
    list: (request: ApiRequest = {}) => run('list-blocks', request),

    /** Ids in order, as listed. */
    async ids(): Promise<string[]> {
      const { body } = await run('list-blocks');
      return body.data.map(({ id }: { id: string }) => id);
    },
  };
}
