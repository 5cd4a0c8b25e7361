import * as v from 'valibot';
import { addKey } from '#scripts/add-key.ts';
import { openRawTables } from '#scripts/raw-tables.ts';
import type { Running } from '#scripts/running.ts';
import { sendRequest } from './send-request.ts';

/** Broadcasts that a sample may need. */
export const BROADCAST_GIVENS = [
  'broadcast',
  'unapproved-broadcast',
  'approved-broadcast',
  'outdated-broadcast',
  'scheduled-broadcast',
  'due-broadcast',
  'in-flight-broadcast',
  'platform-broadcast',
  'broadcast-and-reader',
] as const;

type BroadcastGiven = (typeof BROADCAST_GIVENS)[number];

const responseSchema = v.object({ data: v.object({ id: v.string(), revision: v.string() }) });

type CreatedResource = v.InferOutput<typeof responseSchema>['data'];

/** The operation that turns a draft into the required state. */
const WAYS: Partial<Record<BroadcastGiven, string>> = {
  'approved-broadcast': 'approve',
  'outdated-broadcast': 'approve',
  'scheduled-broadcast': 'schedule',
  'due-broadcast': 'schedule',
  'in-flight-broadcast': 'send',
  'platform-broadcast': 'send',
};

const DAY_MS = 86_400_000;

export function isBroadcastGiven(given: string): given is BroadcastGiven {
  return BROADCAST_GIVENS.some((each) => each === given);
}

/** Creates a broadcast through the API; returns the values of its placeholders. */
export async function prepareBroadcastGiven(
  running: Running,
  given: BroadcastGiven,
): Promise<Record<string, string>> {
  const draft = await post('', {
    name: 'Sample',
    message: { type: 'text', body: 'Hello' },
    ...(given === 'platform-broadcast' ? { sender: 'platform', sending: { platform: 'sandbox' } } : {}),
    requires_approval: given.endsWith('approved-broadcast') || given === 'outdated-broadcast',
  });
  const way = WAYS[given];
  const scheduled = { scheduled_at: new Date(Date.now() + DAY_MS).toISOString() };
  const made =
    way === undefined ? draft : await post(`/${draft.id}/${way}`, way === 'schedule' ? scheduled : {});
  if (given === 'due-broadcast') await makeDue(made.id);
  if (given === 'outdated-broadcast') await send('PATCH', `/${made.id}`, { name: 'Edited' });
  return {
    broadcastId: made.id,
    broadcastRevision: made.revision,
    ...(given === 'broadcast-and-reader'
      ? { readerKey: await addKey(running, ['salesbot:broadcasts:read']) }
      : {}),
    ...(given === 'outdated-broadcast'
      ? { senderKey: await addKey(running, ['salesbot:broadcasts:send']) }
      : {}),
  };

  function post(path: string, body: unknown): Promise<CreatedResource> {
    return send('POST', path, body);
  }

  async function send(method: string, path: string, body: unknown): Promise<CreatedResource> {
    const response = await sendRequest(running, method, `/api/v1/broadcasts${path}`, body);
    return v.parse(responseSchema, response).data;
  }

  /** Sets the scheduled time to now, instead of waiting for it. */
  async function makeDue(id: string): Promise<void> {
    const tables = openRawTables(running);
    const past = { dueAt: Date.now(), scheduledAt: Date.now() };
    await tables.rewrite((item) => (item['pk'] === `BC#${id}` ? { ...item, ...past } : undefined));
    tables.close();
  }
}
