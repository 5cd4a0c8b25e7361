import { may, SUBSCRIBE } from '#console/session/may.ts';
import { ApiProblemError, bodyOf } from '#console/session/problem.ts';
import type { Session } from '#console/session/session.ts';
import { endpointPath, readEndpoints } from './endpoint-reads.ts';

/** Something that has the wanted ID or name, and its screen. */
export type Found = { readonly kind: string; readonly name: string; readonly href: string };

const ID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/iu;
/** Names shorter than this would find nearly everything. */
const SHORTEST = 2;

/** The resources with this ID that the key can see. If the text is no ID: the endpoints and events whose names contain the text. */
export async function findAll(session: Session, text: string): Promise<readonly Found[]> {
  const found = ID.test(text) ? await byId(session, text.toLowerCase()) : await byName(session, text);
  return found.flat();
}

/** The requests of a search, for the commands on the screen. */
export function findCalls(session: Session, text: string): readonly { readonly path: string }[] {
  const id = ID.test(text) ? text.toLowerCase() : '{id}';
  const reads = [
    may(session, ...SUBSCRIBE) && [
      endpointPath(id),
      `/api/v1/events/${id}`,
      `${endpointPath('{endpoint}')}/deliveries/${id}`,
    ],
    may(session, 'workspace:keys:read') && [`/api/v1/api-keys/${id}`],
    may(session, 'workspace:audit:read') && [`/api/v1/audit-events?resource_id=${id}&limit=1`],
  ];
  return reads.flatMap((paths) => (paths === false ? [] : paths.map((path) => ({ path }))));
}

function byId(session: Session, id: string): Promise<readonly (readonly Found[])[]> {
  const webhooks = may(session, ...SUBSCRIBE) ? [endpointOrDelivery(session, id), event(session, id)] : [];
  const keys = may(session, 'workspace:keys:read') ? [apiKey(session, id)] : [];
  const changes = may(session, 'workspace:audit:read') ? [changesOf(session, id)] : [];
  return Promise.all([...webhooks, ...keys, ...changes]);
}

/** A delivery is read through its endpoint, so the search sends a request for each endpoint. A workspace has at most 25. */
async function endpointOrDelivery(session: Session, id: string): Promise<readonly Found[]> {
  const endpoints = await readEndpoints(session);
  const own = endpoints.find((each) => each.id === id);
  if (own) return [{ kind: 'endpoint', name: own.name, href: `/console/endpoints/${id}` }];
  const deliveries = endpoints.map(async ({ id: endpoint, name }) => {
    const path = { endpoint, delivery: id };
    const read = session.api.GET('/api/v1/workspace-webhooks/{endpoint}/deliveries/{delivery}', {
      params: { path },
    });
    return (await unlessMissing(bodyOf(read))).map(({ data }) => ({
      kind: `delivery, ${data.state}`,
      name: `${data.event} to ${name}`,
      href: `/console/deliveries/${endpoint}/${id}`,
    }));
  });
  return (await Promise.all(deliveries)).flat();
}

async function event({ api }: Session, id: string): Promise<readonly Found[]> {
  const read = bodyOf(api.GET('/api/v1/events/{event}', { params: { path: { event: id } } }));
  return (await unlessMissing(read)).map(({ data }) => ({
    kind: 'event',
    name: data.event,
    href: `/console/events/${id}`,
  }));
}

async function apiKey({ api }: Session, id: string): Promise<readonly Found[]> {
  const read = bodyOf(api.GET('/api/v1/api-keys/{key}', { params: { path: { key: id } } }));
  return (await unlessMissing(read)).map(({ data }) => ({
    kind: 'API key',
    name: data.name,
    href: `/console/keys/${id}`,
  }));
}

async function changesOf({ api }: Session, id: string): Promise<readonly Found[]> {
  const query = { resource_id: id, limit: 1 };
  const { data } = await bodyOf(api.GET('/api/v1/audit-events', { params: { query } }));
  return data.map(({ resource }) => ({
    kind: 'audit log',
    name: `Changes of the ${resource.type.replaceAll('_', ' ')}`,
    href: `/console/audit?resource_id=${id}`,
  }));
}

async function byName(session: Session, text: string): Promise<readonly (readonly Found[])[]> {
  if (text.length < SHORTEST || !may(session, ...SUBSCRIBE)) return [];
  const wanted = text.toLowerCase();
  const [endpoints, events] = await Promise.all([
    readEndpoints(session),
    bodyOf(session.api.GET('/api/v1/workspace-webhooks/events')),
  ]);
  return [
    endpoints
      .filter(({ name, url }) => `${name} ${url}`.toLowerCase().includes(wanted))
      .map(({ id, name }) => ({ kind: 'endpoint', name, href: `/console/endpoints/${id}` })),
    events.data
      .filter((each) => `${each.title} ${each.event}`.toLowerCase().includes(wanted))
      .map((each) => ({
        kind: 'event of the catalogue',
        name: each.event,
        href: `/console/catalogue/${each.event}`,
      })),
  ];
}

/** The result of a read as a list. The list is empty if the resource does not exist or belongs to another product. */
async function unlessMissing<T>(read: Promise<T>): Promise<readonly T[]> {
  try {
    return [await read];
  } catch (error) {
    if (error instanceof ApiProblemError && [403, 404].includes(error.status)) return [];
    throw error;
  }
}
