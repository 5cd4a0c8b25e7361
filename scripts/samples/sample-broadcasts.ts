import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import * as v from 'valibot';
import { addKey } from '#scripts/add-key.ts';
import { openRawTables } from '#scripts/raw-tables.ts';
import type { Running } from '#scripts/running.ts';
import { recipientCountsKey } from '#shared/broadcasts/store/recipient-keys.ts';
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
  'scheduled-platform-broadcast',
  'cancelled-broadcast',
  'partly-failed-broadcast',
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
  'scheduled-platform-broadcast': 'schedule',
  'cancelled-broadcast': 'schedule',
  'partly-failed-broadcast': 'schedule',
};

/** Broadcasts that the platform sends. */
const BY_PLATFORM: ReadonlySet<BroadcastGiven> = new Set([
  'platform-broadcast',
  'scheduled-platform-broadcast',
  'cancelled-broadcast',
  'partly-failed-broadcast',
]);

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
    ...(BY_PLATFORM.has(given) ? { sender: 'platform', sending: { platform: 'sandbox' } } : {}),
    requires_approval: given.endsWith('approved-broadcast') || given === 'outdated-broadcast',
  });
  const way = WAYS[given];
  const scheduled = { scheduled_at: new Date(Date.now() + DAY_MS).toISOString() };
  const made =
    way === undefined ? draft : await post(`/${draft.id}/${way}`, way === 'schedule' ? scheduled : {});
  if (given === 'cancelled-broadcast' || given === 'partly-failed-broadcast')
    await post(`/${made.id}/cancel`, {});
  if (given === 'partly-failed-broadcast') await addFailure(running, made.id);
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

/** Creates an ended broadcast that failed to one recipient; returns its ID. */
export async function createPartlyFailed(running: Running): Promise<string> {
  const { broadcastId = '' } = await prepareBroadcastGiven(running, 'partly-failed-broadcast');
  return broadcastId;
}

/** Counts a recipient to whom the broadcast failed, instead of sending to one. */
async function addFailure(running: Running, id: string): Promise<void> {
  const client = new DynamoDBClient({
    endpoint: running.dynamodbUrl,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
  const Item = marshall({ ...recipientCountsKey(id, 0), failed: 1 });
  await client.send(new PutItemCommand({ TableName: running.coreTable, Item }));
  client.destroy();
}
