import { setTimeout as wait } from 'node:timers/promises';
import * as v from 'valibot';
import { addKey } from '#scripts/lib/stack/add-key.ts';
import { openRawTables, type RawTables } from '#scripts/lib/stack/raw-tables.ts';
import type { Running } from '#scripts/lib/stack/running.ts';
import { DAY_MS } from '#shared/platform/core/time-units.ts';
import { ENDPOINT_LIMIT } from '#shared/webhooks/domain/endpoint.ts';
import { isAccountGiven, prepareAccountGiven } from './sample-accounts.ts';
import { isBlockGiven, prepareBlockGiven } from './sample-blocks.ts';
import { isBroadcastGiven, prepareBroadcastGiven } from './sample-broadcasts.ts';
import { isConnectionGiven, prepareConnectionGiven } from './sample-connections.ts';
import { isContactGiven, prepareContactGiven } from './sample-contacts.ts';
import { isConversationGiven, prepareConversationGiven } from './sample-conversations.ts';
import { isDomainGiven, prepareDomainGiven } from './sample-domains.ts';
import type { Sample } from './sample-event.ts';
import { isImportGiven, prepareImportGiven } from './sample-imports.ts';
import { isMediaGiven, prepareMediaGiven } from './sample-media.ts';
import {
  prepareMailTarget,
  prepareNotificationTarget,
  preparePatientMailTarget,
  prepareRotatingNotificationTarget,
} from './sample-notifications.ts';
import { isNumberGiven, prepareNumberGiven } from './sample-numbers.ts';
import { isPageGiven, preparePageGiven } from './sample-pages.ts';
import { prepareUsedUpQuotas } from './sample-quotas.ts';
import { prepareRecords, RECORD_GIVEN } from './sample-records.ts';
import { isScheduleGiven, prepareScheduleGiven } from './sample-schedules.ts';
import { isWorkspaceGiven, prepareWorkspaceGiven } from './sample-workspaces.ts';
import { sendRequest } from './send-request.ts';

const responseSchema = v.object({
  data: v.union([v.object({ id: v.string() }), v.array(v.object({ id: v.string() }))]),
});

const deliveriesSchema = v.object({ data: v.array(v.object({ id: v.string(), event_id: v.string() })) });

const listSchema = v.object({ data: v.array(v.object({ id: v.string(), name: v.string() })) });

/** How long a delivery may take to appear in the list, in milliseconds. */
const DELIVERY_DEADLINE_MS = 10_000;
const PAUSE_MS = 50;

/** Creates what a sample needs through the API; returns the values of its placeholders. */
export async function prepareGiven(
  running: Running,
  given: Sample['given'],
): Promise<Record<string, string>> {
  if (given === undefined) return {};
  if (given === 'used-up-quotas') return prepareUsedUpQuotas(running);
  if (given === 'notification-target') return prepareNotificationTarget(running);
  if (given === 'rotating-notification-target') return prepareRotatingNotificationTarget(running);
  if (given === 'mail-target') return prepareMailTarget(running);
  if (given === 'patient-mail-target') return preparePatientMailTarget(running);
  if (isDomainGiven(given)) return prepareDomainGiven(running, given);
  if (isPageGiven(given)) return preparePageGiven(running, given);
  if (isBlockGiven(given)) return prepareBlockGiven(running, given);
  if (isBroadcastGiven(given)) return prepareBroadcastGiven(running, given);
  if (isContactGiven(given)) return prepareContactGiven(running, given);
  if (isConversationGiven(given)) return prepareConversationGiven(running, given);
  if (isNumberGiven(given)) return prepareNumberGiven(running, given);
  if (given === RECORD_GIVEN) return prepareRecords(running);
  if (isImportGiven(given)) return prepareImportGiven(running, given);
  if (isConnectionGiven(given)) return prepareConnectionGiven(running, given);
  if (isAccountGiven(given)) return prepareAccountGiven(running, given);
  if (isMediaGiven(given)) return prepareMediaGiven(running, given);
  if (isScheduleGiven(given)) return prepareScheduleGiven(running, given);
  if (isWorkspaceGiven(given)) return prepareWorkspaceGiven(running, given);
  const endpoint = {
    name: 'Sample',
    url: `${running.receiverUrl}/hooks/samples`,
    subscriptions: [{ event: 'salesbot.store.order_paid' }],
  };
  const endpointId = await idOf('POST', '', endpoint);
  const own = `/${endpointId}`;
  if (given === 'endpoint') return { endpointId };
  if (given === 'rotating-endpoint') {
    await idOf('POST', `${own}/rotate-secret`, {});
    return { endpointId };
  }
  if (given === 'asymmetric-endpoint') {
    await idOf('PATCH', own, { asymmetric_signatures: true });
    return { endpointId };
  }
  if (given === 'narrow-key') {
    return { endpointId, narrowKey: await addKey(running, ['publishing:webhooks:subscribe']) };
  }
  if (given === 'full-workspace') {
    for (let made = 1; made < ENDPOINT_LIMIT; made += 1) await idOf('POST', '', endpoint);
    return { endpointId };
  }
  await idOf('PATCH', own, { enabled: true });
  if (given === 'enabled-endpoint') return { endpointId };
  if (given === 'recovering-endpoint') {
    await idOf('POST', `${own}/recover`, { since: new Date(0).toISOString() });
    // Without deliveries a recovery ends at once: this one belongs to another id and never ends.
    const other = { recoveryId: endpointId, runsUntil: Date.now() + DAY_MS };
    await rewrite((item) =>
      item['pk'] === `R#${endpointId}` && item['sk'] === 'RR' ? { ...item, ...other } : undefined,
    );
    return { endpointId };
  }
  if (given === 'recovery') {
    const recoveryId = await idOf('POST', `${own}/recover`, { since: new Date(0).toISOString() });
    return { endpointId, recoveryId };
  }

  await idOf('POST', `${own}/test`, {});
  const { id: deliveryId, event_id: eventId } = await firstDelivery(own);
  if (given === 'paused-with-delivery') await idOf('PATCH', own, { enabled: false });
  if (given === 'unsubscribed-with-delivery') {
    await idOf('PATCH', own, { subscriptions: [{ event: 'salesbot.contact.created' }] });
  }
  if (given === 'expired-delivery') {
    await rewrite((item) => (item['id'] === deliveryId ? { ...item, payloadExpiresAt: 0 } : undefined));
  }
  if (given === 'suspended-with-delivery') {
    const suspendedReason = 'responsible_admin_inactive';
    await rewrite((item) =>
      item['id'] === endpointId && item['sk'] === 'E' ? { ...item, suspendedReason } : undefined,
    );
  }
  return { endpointId, deliveryId, eventId };

  async function rewrite(choose: Parameters<RawTables['rewrite']>[0]): Promise<void> {
    const tables = openRawTables(running);
    await tables.rewrite(choose);
    tables.close();
  }

  async function firstDelivery(path: string): Promise<{ id: string; event_id: string }> {
    for (const deadline = Date.now() + DELIVERY_DEADLINE_MS; Date.now() < deadline; await wait(PAUSE_MS)) {
      const listed = await sendRequest(running, 'GET', `/api/v1/workspace-webhooks${path}/deliveries`);
      const [first] = v.parse(deliveriesSchema, listed).data;
      if (first) return first;
    }
    throw new Error('The delivery was not listed in time');
  }

  async function idOf(method: string, path: string, body: unknown): Promise<string> {
    const [data] = [await call(method, path, body)].flat();
    if (!data) throw new Error(`${method} ${path} returned without data`);
    return data.id;
  }

  async function call(method: string, path: string, body?: unknown) {
    const response = await sendRequest(running, method, `/api/v1/workspace-webhooks${path}`, body);
    return v.parse(responseSchema, response).data;
  }
}

/** Deletes the endpoints that were created for samples, because a workspace can have only 25. */
export async function removeSampleEndpoints({ baseUrl, apiKey }: Running): Promise<void> {
  const url = `${baseUrl}/api/v1/workspace-webhooks`;
  const headers = { 'x-api-key': apiKey };
  const listed = v.parse(listSchema, await (await fetch(`${url}?limit=100`, { headers })).json());
  const own = listed.data.filter(({ name }) => name === 'Sample');
  await Promise.all(own.map(({ id }) => fetch(`${url}/${id}`, { method: 'DELETE', headers })));
}
