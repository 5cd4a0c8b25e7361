import type { components, operations } from '#clients/typescript/schema.d.ts';
import { useSigned } from '#console/session/context.ts';
import { may, SUBSCRIBE } from '#console/session/may.ts';
import { dataOf, revisionOf } from '#console/session/problem.ts';
import type { Session } from '#console/session/session.ts';
import { type Loaded, useQuery } from '#console/session/use-query.ts';

export type Endpoint = components['schemas']['Endpoint'];
export type Delivery = components['schemas']['Delivery'];
export type Subscription = Endpoint['subscriptions'][number];
export type Channel = Subscription['channel'];

/** An endpoint with the revision that an edit of it is based on. */
export type Revised = { readonly endpoint: Endpoint; readonly etag: string };

/** An event of the catalogue. */
export type CatalogueEvent =
  operations['listAvailableEvents']['responses'][200]['content']['application/json']['data'][number];

/** The most endpoints that a workspace can have. */
const ALL = 100;

/** The key of all endpoints among the queries. */
export const ENDPOINTS_KEY = ['endpoints'] as const;

/** Whether the last attempts of an endpoint that receives events have failed. */
export function isFailing({ state, stats }: Endpoint): boolean {
  return state === 'enabled' && stats.consecutive_failures > 0;
}

/** The state of an endpoint as people call it: an endpoint that the API calls enabled can be failing. */
export function stateOf(endpoint: Endpoint): string {
  return isFailing(endpoint) ? 'failing' : endpoint.state;
}

/** All endpoints that the key can see, or those in a state. `state` can be text of the URL, which the API validates. */
export async function readEndpoints({ api }: Session, state?: string): Promise<readonly Endpoint[]> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const filter = (state === undefined ? {} : { state }) as { readonly state?: Endpoint['state'] };
  const query = { ...filter, limit: ALL };
  return dataOf(api.GET('/api/v1/workspace-webhooks', { params: { query } }));
}

/** The key of an endpoint among the queries. */
export function endpointKey(endpoint: string): readonly string[] {
  return ['endpoint', endpoint];
}

/** Reads an endpoint with its revision. */
export async function readEndpoint({ api }: Session, endpoint: string): Promise<Revised> {
  const params = { path: { endpoint } };
  const { data, etag } = await revisionOf(api.GET('/api/v1/workspace-webhooks/{endpoint}', { params }));
  return { endpoint: data, etag };
}

/** Reads an endpoint and keeps it current. `refetchMs` is for what changes by itself, such as its statistics. */
export function useEndpoint(endpoint: string, refetchMs = 0): Loaded<Revised> {
  const { session } = useSigned();
  return useQuery<Revised>(
    endpointKey(endpoint),
    () => readEndpoint(session, endpoint),
    () => (refetchMs > 0 ? refetchMs : false),
  );
}

/** The key of the event catalogue among the queries. */
export const CATALOGUE_KEY = ['catalogue'] as const;

/** Reads the event catalogue. */
export async function readCatalogue({ api }: Session): Promise<readonly CatalogueEvent[]> {
  return dataOf(api.GET('/api/v1/workspace-webhooks/events'));
}

/** Reads the event catalogue, and keeps it current. */
export function useCatalogue(): Loaded<readonly CatalogueEvent[]> {
  const { session } = useSigned();
  return useQuery(CATALOGUE_KEY, () => readCatalogue(session));
}

/** Whether the key can see endpoints at all. */
export function mayManageEndpoints(session: Session): boolean {
  return may(session, ...SUBSCRIBE);
}

/** The path of the API for an endpoint. */
export function endpointPath(endpoint: string): string {
  return `/api/v1/workspace-webhooks/${encodeURIComponent(endpoint)}`;
}
