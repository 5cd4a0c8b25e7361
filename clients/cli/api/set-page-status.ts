import { type Api, dataOf } from './connect.ts';

/** Sets the status of a page in the revision that it has now. If another client changes the page at the same time, the API rejects the request. */
export async function setPageStatus({ client }: Api, page: string, status: 'active' | 'draft' | 'archived') {
  const path = { page };
  const { data } = dataOf(await client.GET('/api/v1/biolinks/pages/{page}', { params: { path } }));
  const header = { 'If-Match': `"${data.revision}"` };
  const params = { path, header };
  return dataOf(await client.POST('/api/v1/biolinks/pages/{page}/status', { params, body: { status } }));
}
