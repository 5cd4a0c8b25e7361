import * as v from 'valibot';
import type { Running } from '#scripts/lib/stack/running.ts';
import { sendRequest } from './send-request.ts';

/** Connections by OAuth in the state that a sample needs, at the local network. */
export const CONNECTION_GIVENS = [
  'oauth-app',
  'no-oauth-app',
  'started-connection',
  'authorised-connection',
  'completed-connection',
  'foreign-connection',
  'rejected-connection',
  'orphaned-connection',
] as const;

type ConnectionGiven = (typeof CONNECTION_GIVENS)[number];

/** The app that the local network knows. */
const APP = { client_id: 'local-app', client_secret: 'local-secret' };

const startedSchema = v.object({ data: v.object({ authorization_url: v.string() }) });
const connectedSchema = v.object({ data: v.array(v.object({ uuid: v.string() })) });
const fragmentSchema = v.object({ state: v.string(), code: v.string() });

export function isConnectionGiven(given: string): given is ConnectionGiven {
  return CONNECTION_GIVENS.some((each) => each === given);
}

/** Starts a connection and authorises it, as a person does in a browser; returns the values of its placeholders. */
export async function prepareConnectionGiven(
  running: Running,
  given: ConnectionGiven,
): Promise<Record<string, string>> {
  const accounts = `/os/api/${running.workspaceId}/accounts`;
  const app = `${accounts}/apps/linkedin`;
  await sendRequest(running, 'PUT', app, APP);
  if (given === 'oauth-app') return {};
  if (given === 'no-oauth-app') return removeApp();

  await disconnect();

  const apiKey = given === 'foreign-connection' ? running.secondAdminApiKey : running.apiKey;
  const started = await sendRequest({ ...running, apiKey }, 'POST', `${accounts}/connect/linkedin`, {});
  const { authorization_url: page } = v.parse(startedSchema, started).data;
  const callback = await locationOf(`${page}&decision=allow`);
  const { searchParams } = new URL(callback);
  const connectState = searchParams.get('state') ?? '';
  if (given === 'started-connection') return { connectState, networkCode: searchParams.get('code') ?? '' };

  const fragment = new URLSearchParams(new URL(await locationOf(callback)).hash.slice(1));
  const { code } = v.parse(fragmentSchema, Object.fromEntries(fragment));
  const made = { connectState, connectCode: code };
  if (given === 'completed-connection')
    await sendRequest(running, 'POST', `${accounts}/connect/complete`, { state: connectState, code });
  if (given === 'rejected-connection')
    await sendRequest(running, 'PUT', app, { ...APP, client_secret: 'another-secret' });
  return given === 'orphaned-connection' ? { ...made, ...(await removeApp()) } : made;

  /** The network has one member, whose account would be renewed and not connected. */
  async function disconnect(): Promise<void> {
    const connected = await sendRequest(running, 'GET', `${accounts}?providers=linkedin&limit=100`);
    for (const { uuid } of v.parse(connectedSchema, connected).data)
      await sendRequest(running, 'DELETE', `${accounts}/${uuid}`);
  }

  async function removeApp(): Promise<Record<string, string>> {
    await sendRequest(running, 'DELETE', app);
    return {};
  }
}

/** Where a response redirects to. */
async function locationOf(url: string): Promise<string> {
  const { headers } = await fetch(url, { redirect: 'manual' });
  return headers.get('location') ?? '';
}
