import type { components, operations } from '#clients/typescript/schema.d.ts';
import { useSigned } from '#console/session/context.ts';
import { dataOf } from '#console/session/problem.ts';
import type { Session } from '#console/session/session.ts';
import { type Loaded, useQuery } from '#console/session/use-query.ts';

export type Broadcast = components['schemas']['Broadcast'];
export type NewBroadcast = components['schemas']['CreateBroadcastBody'];
export type BroadcastChanges = components['schemas']['UpdateBroadcastBody'];
export type BroadcastQuery = NonNullable<operations['listBroadcasts']['parameters']['query']>;
/** A broadcast that this platform or another system manages. */
export type AnyBroadcast =
  operations['getBroadcast']['responses'][200]['content']['application/json']['data'];

export const BROADCASTS = '/api/v1/broadcasts';

/** The key of a broadcast among the queries. */
export function broadcastKey(broadcast: string): readonly string[] {
  return ['broadcast', broadcast];
}

/** Reads a broadcast and keeps it current. */
export function useBroadcast(
  broadcast: string,
  refetchMs: (found: AnyBroadcast | undefined) => number,
): Loaded<AnyBroadcast> {
  const { session } = useSigned();
  return useQuery(broadcastKey(broadcast), () => readBroadcast(session, broadcast), refetchMs);
}

/** Reads a broadcast. */
export async function readBroadcast({ api }: Session, broadcast: string): Promise<AnyBroadcast> {
  const read = api.GET('/api/v1/broadcasts/{broadcast}', { params: { path: { broadcast } } });
  return dataOf(read);
}

/** Reads a broadcast that this platform manages, as only such a broadcast can be edited. */
export async function readOwnBroadcast(session: Session, broadcast: string): Promise<Broadcast> {
  const found = await readBroadcast(session, broadcast);
  if (found.source !== 'platform') throw new Error('Another system manages the broadcast');
  return found;
}

/** The path of the API for a broadcast. */
export function broadcastPath(broadcast: string): string {
  return `${BROADCASTS}/${encodeURIComponent(broadcast)}`;
}
