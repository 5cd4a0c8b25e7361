import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { openRawTables } from '#scripts/lib/stack/raw-tables.ts';
import type { Running } from '#scripts/lib/stack/running.ts';
import { sendRequest } from './send-request.ts';

const PATH = '/api/v1/notification-targets';

const createdSchema = v.object({ data: v.object({ id: v.string() }) });
const listSchema = v.object({ data: v.array(v.object({ id: v.string(), name: v.string() })) });

/** Creates a notification target, the only one of samples: a workspace can have five. */
export async function prepareNotificationTarget(running: Running): Promise<Record<string, string>> {
  const url = `${running.receiverUrl}/hooks/notifications`;
  return { notificationTargetId: await createTarget(running, { kind: 'https', url }) };
}

/** The same in the overlap of a rotation. */
export async function prepareRotatingNotificationTarget(running: Running): Promise<Record<string, string>> {
  const values = await prepareNotificationTarget(running);
  await sendRequest(running, 'POST', `${PATH}/${values['notificationTargetId']}/rotate-secret`, {});
  return values;
}

/** Creates a target with an email address that waits for its confirmation. */
export async function prepareMailTarget(running: Running): Promise<Record<string, string>> {
  // Each address can be asked once an hour.
  const email = `ada-${randomUUID()}@example.com`;
  return { notificationTargetId: await createTarget(running, { kind: 'email', email }), email };
}

/** The same a day later: no limit of confirmation mails is reached. */
export async function preparePatientMailTarget(running: Running): Promise<Record<string, string>> {
  const values = await prepareMailTarget(running);
  const tables = openRawTables(running);
  const isLimit = ({ pk }: Readonly<Record<string, unknown>>) => String(pk).startsWith('CL#');
  await tables.rewrite((item) => (isLimit(item) ? { ...item, pausedUntil: 0, used: 0 } : undefined));
  tables.close();
  return values;
}

async function createTarget(running: Running, destination: object): Promise<string> {
  const { baseUrl, apiKey } = running;
  const listed = v.parse(listSchema, await sendRequest(running, 'GET', PATH));
  const own = listed.data.filter(({ name }) => name === 'Sample');
  const headers = { 'x-api-key': apiKey };
  await Promise.all(own.map(({ id }) => fetch(`${baseUrl}${PATH}/${id}`, { method: 'DELETE', headers })));
  const body = { name: 'Sample', ...destination, conditions: ['first_final_failure'] };
  return v.parse(createdSchema, await sendRequest(running, 'POST', PATH, body)).data.id;
}
