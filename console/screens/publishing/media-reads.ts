import type { components } from '#clients/typescript/schema.d.ts';
import { useSigned } from '#console/session/context.ts';
import { dataOf } from '#console/session/problem.ts';
import { type Loaded, useQuery } from '#console/session/use-query.ts';

export type MediaFile = components['schemas']['Media'];

/** The most files that one request returns. */
const MOST = 100;

/** Files as choices of a field. */
export function fileChoices(files: readonly MediaFile[] = []): readonly (readonly [string, string])[] {
  return files.map(({ uuid, name, mime_type: type }) => [uuid, `${name} (${type})`]);
}

/** Reads the latest files of the media library whose upload is complete. */
export function useFiles(): Loaded<readonly MediaFile[]> {
  const { api, me } = useSigned().session;
  const params = { path: { workspace: me.workspace.id }, query: { limit: MOST } };
  return useQuery<readonly MediaFile[]>(['media'], async () => {
    const data = await dataOf(api.GET('/os/api/{workspace}/media', { params }));
    return data.filter(({ state }) => state === 'ready');
  });
}
