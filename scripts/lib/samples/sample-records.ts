import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import * as v from 'valibot';
import type { Running } from '#scripts/lib/stack/running.ts';
import { EVENT_CATALOGUE } from '#shared/events/catalogue/event-catalogue.ts';
import { RECORD_TYPES, type RecordType } from '#shared/events/catalogue/record-type.ts';
import { sendRequest } from './send-request.ts';

/** Records of another system that a sample may need: one of each type. */
export const RECORD_GIVEN = 'external-records';

/** Events that together name a record of each type. */
const EVENTS = [
  'salesbot.message.sent',
  'salesbot.automation.triggered',
  'salesbot.broadcast.sent',
  'salesbot.payment.succeeded',
  'salesbot.booking.created',
  'salesbot.store.order_paid',
];

/** How long a record may take to be readable after its event, in milliseconds. */
const DEADLINE_MS = 10_000;
const PAUSE_MS = 50;

const responseSchema = v.object({ data: v.object({ revision: v.string() }) });

/** The path at which clients read a record. */
export function pathOfRecord(type: RecordType, id: string): string {
  return `/api/v1/${type === 'broadcast' ? '' : 'salesbot/'}${type}s/${id}`;
}

/** Ingests events about new records and waits until the records are readable; returns the values of the placeholders. */
export async function prepareRecords(running: Running): Promise<Record<string, string>> {
  const ids = new Map(RECORD_TYPES.map((type) => [type, randomUUID()]));
  for (const name of EVENTS) {
    const sample = EVENT_CATALOGUE.find((event) => event.name === name)?.sampleData ?? {};
    const { event: _, ...data } = withIds(sample, ids);
    await sendRequest(running, 'POST', '/api/v1/salesbot/events', { event: name, data });
  }
  const values: Record<string, string> = {};
  for (const [type, id] of ids) {
    values[`${type}RecordId`] = id;
    values[`${type}RecordRevision`] = await revisionOf(running, pathOfRecord(type, id));
  }
  return values;
}

/** The data of an event with other ids. */
export function withIds(
  data: Readonly<Record<string, unknown>>,
  ids: ReadonlyMap<RecordType, string>,
): Record<string, unknown> {
  const renamed = [...ids].flatMap(([type, id]) => {
    const record = data[type];
    return typeof record === 'object' && record !== null ? [[type, { ...record, id }]] : [];
  });
  return { ...data, ...Object.fromEntries(renamed) };
}

/** The revision of a record, once it is readable. Only the contact has several events, and no sample needs its revision. */
async function revisionOf({ baseUrl, apiKey }: Running, path: string): Promise<string> {
  const headers = { 'x-api-key': apiKey };
  for (const deadline = Date.now() + DEADLINE_MS; Date.now() < deadline; await wait(PAUSE_MS)) {
    const response = await fetch(`${baseUrl}${path}`, { headers });
    if (response.status === 200) return v.parse(responseSchema, await response.json()).data.revision;
  }
  throw new Error(`${path} was not readable in time`);
}
