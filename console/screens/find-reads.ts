import { stateName } from '#console/parts/state.tsx';
import { may, SUBSCRIBE } from '#console/session/may.ts';
import { ApiProblemError, bodyOf, dataOf } from '#console/session/problem.ts';
import type { Session } from '#console/session/session.ts';
import { broadcastPath } from './broadcasts/broadcast-reads.ts';
import { CONTACTS, contactPath, nameOf } from './messaging/contact-reads.ts';
import { conversationPath } from './messaging/conversations/conversation-reads.ts';
import { platformName } from './messaging/platforms.ts';
import { endpointPath, readEndpoints } from './webhooks/endpoint-reads.ts';

/** Something that has the wanted ID or name, and its screen. */
export type Found = { readonly kind: string; readonly name: string; readonly href: string };

const ID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/iu;
/** What the API accepts as a mail address or a phone number, as far as the form of a text tells. */
const ADDRESS = /^(?:[^\s@]+@[^\s@]+\.[^\s@]{2,}|\+[\d\s().-]{6,})$/u;
const MESSAGES = '/api/v1/salesbot/messages';
/** Names shorter than this would find nearly everything. */
const SHORTEST = 2;

/** The resources with this ID that the key can see. If the text is no ID: what has this address, or a name that contains the text. */
export async function findAll(session: Session, text: string): Promise<readonly Found[]> {
  const found = ID.test(text) ? await byId(session, text.toLowerCase()) : await byName(session, text);
  return found.flat();
}

/** Whether the text is looked for at the API alone: an ID, or the address of a contact. */
export function isExact(text: string): boolean {
  return ID.test(text) || ADDRESS.test(text);
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
    may(session, 'salesbot:contacts:read') && [contactPath(id), ...addressPaths(text)],
    may(session, 'salesbot:conversations:read') && [conversationPath(id), `${MESSAGES}/${id}`],
    may(session, 'salesbot:broadcasts:read') && [broadcastPath(id)],
    may(session, 'workspace:keys:read') && [`/api/v1/api-keys/${id}`],
    may(session, 'workspace:audit:read') && [`/api/v1/audit-events?resource_id=${id}&limit=1`],
  ];
  return reads.flatMap((paths) => (paths === false ? [] : paths.map((path) => ({ path }))));
}

async function byId(session: Session, id: string): Promise<readonly (readonly Found[])[]> {
  const reads = [
    may(session, ...SUBSCRIBE) && [endpointOrDelivery, event],
    may(session, 'salesbot:contacts:read') && [contact],
    may(session, 'salesbot:conversations:read') && [conversation, message],
    may(session, 'salesbot:broadcasts:read') && [broadcast],
    may(session, 'workspace:keys:read') && [apiKey],
    may(session, 'workspace:audit:read') && [changesOf],
  ];
  return Promise.all(reads.flatMap((each) => (each === false ? [] : each.map((read) => read(session, id)))));
}

/** A delivery is read through its endpoint, so the search sends a request for each endpoint. A workspace has at most 25. */
async function endpointOrDelivery(session: Session, id: string): Promise<readonly Found[]> {
  const endpoints = await readEndpoints(session);
  const own = endpoints.find((each) => each.id === id);
  if (own) return [{ kind: 'endpoint', name: own.name, href: `/console/endpoints/${id}` }];
  const deliveries = endpoints.map(({ id: endpoint, name }) => {
    const params = { path: { endpoint, delivery: id } };
    const read = session.api.GET('/api/v1/workspace-webhooks/{endpoint}/deliveries/{delivery}', { params });
    return foundBy(dataOf(read), (data) => ({
      kind: `delivery, ${data.state}`,
      name: `${data.event} to ${name}`,
      href: `/console/deliveries/${endpoint}/${id}`,
    }));
  });
  return (await Promise.all(deliveries)).flat();
}

function event({ api }: Session, id: string): Promise<readonly Found[]> {
  const read = dataOf(api.GET('/api/v1/events/{event}', { params: { path: { event: id } } }));
  return foundBy(read, (data) => ({ kind: 'event', name: data.event, href: `/console/events/${id}` }));
}

function contact({ api }: Session, id: string): Promise<readonly Found[]> {
  const path = { contact: id };
  return foundBy(dataOf(api.GET('/api/v1/salesbot/contacts/{contact}', { params: { path } })), foundContact);
}

function foundContact(found: Parameters<typeof nameOf>[0]): Found {
  return { kind: 'contact', name: nameOf(found), href: `/console/contacts/${found.id}` };
}

function conversation({ api }: Session, id: string): Promise<readonly Found[]> {
  const path = { conversation: id };
  const read = dataOf(api.GET('/api/v1/salesbot/conversations/{conversation}', { params: { path } }));
  return foundBy(read, (data) => ({
    kind: 'conversation',
    name: data.source === 'platform' ? `${platformName(data.platform)}, ${data.status}` : 'In another system',
    href: `/console/conversations/${id}`,
  }));
}

/** A message is shown in its conversation. */
function message({ api }: Session, id: string): Promise<readonly Found[]> {
  const read = dataOf(api.GET('/api/v1/salesbot/messages/{message}', { params: { path: { message: id } } }));
  const name = 'The conversation of the message';
  return foundBy(read, ({ conversation_id: talk }) =>
    typeof talk === 'string' ? { kind: 'message', name, href: `/console/conversations/${talk}` } : undefined,
  );
}

function broadcast({ api }: Session, id: string): Promise<readonly Found[]> {
  const read = dataOf(api.GET('/api/v1/broadcasts/{broadcast}', { params: { path: { broadcast: id } } }));
  return foundBy(read, (data) => ({
    kind: 'broadcast',
    name: data.source === 'platform' ? `${data.name}, ${stateName(data.state)}` : 'In another system',
    href: `/console/broadcasts/${id}`,
  }));
}

/** The contact with an e-mail address or a phone number. */
async function byAddress({ api }: Session, text: string): Promise<readonly Found[]> {
  const query = addressOf(text);
  if (query === undefined) return [];
  try {
    const data = await dataOf(api.GET(CONTACTS, { params: { query } }));
    return data.map(foundContact);
  } catch (error) {
    // The text only looks like an address.
    if (error instanceof ApiProblemError && error.status === 422) return [];
    throw error;
  }
}

function addressOf(text: string): { readonly email: string } | { readonly phone: string } | undefined {
  if (text.startsWith('+')) return { phone: text };
  return text.includes('@') ? { email: text } : undefined;
}

function addressPaths(text: string): readonly string[] {
  const address = addressOf(text);
  return address === undefined ? [] : [`${CONTACTS}?${new URLSearchParams(address)}`];
}

function apiKey({ api }: Session, id: string): Promise<readonly Found[]> {
  const read = dataOf(api.GET('/api/v1/api-keys/{key}', { params: { path: { key: id } } }));
  return foundBy(read, ({ name }) => ({ kind: 'API key', name, href: `/console/keys/${id}` }));
}

async function changesOf({ api }: Session, id: string): Promise<readonly Found[]> {
  const query = { resource_id: id, limit: 1 };
  const data = await dataOf(api.GET('/api/v1/audit-events', { params: { query } }));
  return data.map(({ resource }) => ({
    kind: 'audit log',
    name: `Changes of the ${resource.type.replaceAll('_', ' ')}`,
    href: `/console/audit?resource_id=${id}`,
  }));
}

async function byName(session: Session, text: string): Promise<readonly (readonly Found[])[]> {
  const contacts = may(session, 'salesbot:contacts:read') ? await byAddress(session, text) : [];
  if (text.length < SHORTEST || !may(session, ...SUBSCRIBE)) return [contacts];
  const wanted = text.toLowerCase();
  const [endpoints, events] = await Promise.all([
    readEndpoints(session),
    bodyOf(session.api.GET('/api/v1/workspace-webhooks/events')),
  ]);
  return [
    contacts,
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

/** What a read has found: nothing if the resource does not exist or belongs to another product. */
async function foundBy<T>(
  read: Promise<T>,
  foundOf: (data: T) => Found | undefined,
): Promise<readonly Found[]> {
  try {
    return [foundOf(await read) ?? []].flat();
  } catch (error) {
    if (error instanceof ApiProblemError && [403, 404].includes(error.status)) return [];
    throw error;
  }
}
