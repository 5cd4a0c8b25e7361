import { type Api, dataOf } from './connect.ts';

/** The workspace of the key, which paths of the publishing product contain. */
export async function ownWorkspace({ client }: Api): Promise<string> {
  return dataOf(await client.GET('/api/v1/me')).data.workspace.id;
}
