import { randomInt, randomUUID } from 'node:crypto';
import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import * as v from 'valibot';
import { addKey } from '#scripts/lib/stack/add-key.ts';
import { openRawTables } from '#scripts/lib/stack/raw-tables.ts';
import type { Running } from '#scripts/lib/stack/running.ts';
import { recipientCountsKey } from '#shared/broadcasts/store/keys.ts';
import { DAY_MS } from '#shared/platform/core/time-units.ts';
import { prepareNumberGiven } from './sample-numbers.ts';
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
  'estimated-broadcast',
  'platform-draft',
  'waiting-broadcast',
  'paused-broadcast',
  'spent-broadcast',
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
  'waiting-broadcast': 'send',
  'paused-broadcast': 'send',
  'spent-broadcast': 'send',
};

/** Broadcasts that the platform sends, or would send. */
const BY_PLATFORM: ReadonlySet<BroadcastGiven> = new Set([
  'platform-broadcast',
  'platform-draft',
  'scheduled-platform-broadcast',
  'cancelled-broadcast',
  'partly-failed-broadcast',
  'estimated-broadcast',
]);

/** Broadcasts in flight that send nothing, because of quiet hours. */
const ASLEEP: ReadonlySet<BroadcastGiven> = new Set([
  'waiting-broadcast',
  'paused-broadcast',
  'spent-broadcast',
]);

const ALL_DAY = { from: '00:00', to: '23:59' };

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
    ...(await settingsOf(given)),
    requires_approval: given.endsWith('approved-broadcast') || given === 'outdated-broadcast',
  });
  const way = WAYS[given];
  const scheduled = { scheduled_at: new Date(Date.now() + DAY_MS).toISOString() };
  const made =
    way === undefined ? draft : await post(`/${draft.id}/${way}`, way === 'schedule' ? scheduled : {});
  if (given === 'cancelled-broadcast' || given === 'partly-failed-broadcast')
    await post(`/${made.id}/cancel`, {});
  if (given === 'estimated-broadcast')
    await sendRequest(running, 'POST', `/api/v1/broadcasts/${made.id}/estimate`, {});
  if (given === 'partly-failed-broadcast') await addFailure(running, made.id);
  if (given === 'due-broadcast') await makeDue(made.id);
  if (given === 'paused-broadcast') await post(`/${made.id}/pause`, {});
  if (given === 'spent-broadcast') await spend(made.id);
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

  /** The settings of the broadcast. A broadcast that waits has one recipient, whose quiet hours last all day. */
  async function settingsOf(of: BroadcastGiven): Promise<object> {
    if (BY_PLATFORM.has(of)) return { sender: 'platform', sending: { platform: 'sandbox' } };
    if (!ASLEEP.has(of)) return {};
    const { numberId } = await prepareNumberGiven(running, 'verified-number');
    const tag = randomUUID();
    const contact = { name: 'Sample', phone: `+1415${randomInt(2_000_000, 10_000_000)}`, tags: [tag] };
    await sendRequest(running, 'POST', '/api/v1/salesbot/contacts', contact);
    const sending = {
      platform: 'sandbox',
      phone_number_id: numberId,
      quiet_hours: ALL_DAY,
      budget: { amount: '1' },
    };
    return { sender: 'platform', sending, audience: { tags: { any: [tag] } } };
  }

  /** Pauses the broadcast as if it had reached its budget. */
  async function spend(id: string): Promise<void> {
    const tables = openRawTables(running);
    const paused = { pausedAt: Date.now(), pausedReason: 'budget_reached' };
    await tables.rewrite((item) =>
      item['pk'] === `BC#${id}` && item['sk'] === 'CONTROL' ? { ...item, ...paused } : undefined,
    );
    tables.close();
  }

  /** Sets the scheduled time to now, instead of waiting for it. */
  async function makeDue(id: string): Promise<void> {
    const tables = openRawTables(running);
    const past = { dueAt: Date.now(), scheduledAt: Date.now() };
    await tables.rewrite((item) => (item['pk'] === `BC#${id}` ? { ...item, ...past } : undefined));
    tables.close();
  }
}

/** Creates an ended broadcast with one failed recipient; returns its ID. */
export async function createPartlyFailed(running: Running): Promise<string> {
  const { broadcastId = '' } = await prepareBroadcastGiven(running, 'partly-failed-broadcast');
  return broadcastId;
}

/** Stores the count of one failed recipient, instead of sending a message that fails. */
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
