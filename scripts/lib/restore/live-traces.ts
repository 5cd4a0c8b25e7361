import * as v from 'valibot';
import type { Item, WritableTable } from '#shared/platform/store/table.ts';
import { endpointPlaceOf } from './restore-decision.ts';
import { tablePages } from './table-pages.ts';

/** The IDs of endpoints by workspace. */
export type EndpointIds = Map<string, Set<string>>;

type Traces = {
  /** The latest request for each erased contact. Requests that were merged cover the events until the last of them. */
  readonly erasures: ReadonlyMap<string, number>;
  /** The endpoints that the audit log says were deleted. */
  readonly deletedEndpoints: ReadonlySet<string>;
  /** All live endpoints, also those that no directory lists. */
  readonly endpoints: EndpointIds;
};

const endpointDeletion = v.object({
  operation: v.literal('delete-endpoint'),
  subject: v.object({ type: v.literal('endpoint'), id: v.string() }),
});

/** What the live table knows of erasures and endpoints. */
export async function readTraces(live: WritableTable): Promise<Traces> {
  const erasures = new Map<string, number>();
  const deletedEndpoints = new Set<string>();
  const endpoints: EndpointIds = new Map();
  for await (const items of tablePages(live))
    for (const item of items) {
      const deletion = v.safeParse(endpointDeletion, item);
      addEndpoint(endpoints, item);
      if (deletion.success) deletedEndpoints.add(deletion.output.subject.id);
      if (String(item['sk']).startsWith('ER#')) addErasure(erasures, item);
    }
  return { erasures, deletedEndpoints, endpoints };
}

/** Adds the endpoint of an item, or the workspace of a directory. Returns whether the item is restored with an endpoint. */
export function addEndpoint(endpoints: EndpointIds, item: Item): boolean {
  const place = endpointPlaceOf(item);
  if (!place) return false;
  const ids = endpoints.get(place.workspaceId) ?? new Set();
  endpoints.set(place.workspaceId, place.endpointId === undefined ? ids : ids.add(place.endpointId));
  return true;
}

function addErasure(erasures: Map<string, number>, item: Item): void {
  const { workspaceId, contact, createdAt, requestedAt = createdAt } = item;
  const place = `${String(workspaceId)}/${String(contact)}`;
  erasures.set(place, Math.max(erasures.get(place) ?? 0, Number(requestedAt)));
}
