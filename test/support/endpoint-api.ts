import type { Delivery } from '#shared/domain/delivery/delivery.ts';
import type { Endpoint } from '#shared/domain/endpoints/endpoint.ts';
import { deliveryIdFor } from '#shared/runtime/ids.ts';
import { aDelivery, later, NOW } from './builders.ts';
import type { HttpAnswer } from './http-event.ts';
import { anEndpointBody, type ApiRequest, type MemoryApi, startMemoryApi } from './memory-api.ts';

type Name = Parameters<MemoryApi['call']>[0];

export type EndpointApi = Awaited<ReturnType<typeof startEndpointApi>>;

/** An API with one endpoint, enabled unless told otherwise, and what tests do to it. */
export async function startEndpointApi(body: Readonly<Record<string, unknown>> = {}, enabled = true) {
  const api = await startMemoryApi();
  const created = await api.call('create-endpoint', { json: anEndpointBody(body) });
  const endpoint = String(created.body.data.id);
  const edit = (json: unknown) => api.call('update-endpoint', { params: { endpoint }, json });
  if (enabled) await edit({ enabled: true });

  function stored(): Endpoint {
    const found = api.core.endpoints.get(endpoint);
    if (!found) throw new Error('The endpoint is gone');
    return found;
  }

  return {
    api,
    endpoint,
    secret: String(created.body.secret),
    edit,
    stored,

    /** Calls an operation on the endpoint. */
    run: (name: Name, request: ApiRequest = {}) =>
      api.call(name, { ...request, params: { endpoint, ...request.params } }),

    /** The state in which nobody with access answers for the endpoint, without anybody leaving. */
    suspend() {
      const suspended = { ...stored(), suspendedReason: 'responsible_admin_inactive' };
      api.core.endpoints.set(endpoint, suspended);
    },

    /** A delivery of the endpoint as it stands, some seconds after NOW. */
    async deliver(seconds: number, overrides: Partial<Delivery> = {}): Promise<Delivery> {
      const { settingsVersion, workspaceId } = stored();
      const createdAt = later(seconds);
      const delivery = aDelivery({
        endpointId: endpoint,
        workspaceId,
        createdAt,
        settingsVersion,
        ...overrides,
      });
      await api.deliveries.settle(delivery, delivery);
      return delivery;
    },

    /** The delivery of an event that was ingested now, failed for good unless told otherwise. */
    async deliverIngested(overrides: Partial<Delivery> = {}): Promise<Delivery> {
      const data = { order: { id: '2f1f8d5e-1b1a-4c57-8a37-9a1f5a9d7f10', number: 'A-1' } };
      const ingested = await api.call('ingest-event', { json: { event: 'salesbot.store.order_paid', data } });
      const eventId = String(ingested.body.data.id);
      const delivery = aDelivery({
        id: deliveryIdFor({ id: eventId, recordedAt: NOW }, endpoint),
        eventId,
        endpointId: endpoint,
        workspaceId: api.workspaceId,
        settingsVersion: stored().settingsVersion,
        state: 'failed',
        reason: 'receiver_rejected',
        finishedAt: later(1),
        ...overrides,
      });
      await api.deliveries.settle(delivery, delivery);
      return delivery;
    },
  };
}

/** Answers to those who must not reach an endpoint, as status and code. */
export const REFUSED_TO_STRANGERS = {
  'no credential': '401 authentication_required',
  'a key that does not exist': '401 api_key_invalid',
  'a key without either subscribe permission': '403 permission_missing',
  'a key without the product': '403 product_not_permitted',
  'a personal token': '403 credential_type_not_allowed',
  'an older key': '403 credential_type_not_allowed',
  'a browser session': '403 credential_type_not_allowed',
  'another workspace': '404 endpoint_not_found',
  'an id that does not exist': '404 endpoint_not_found',
  'an id that is none': '404 endpoint_not_found',
};

/** What strangers are answered by an operation on the endpoint (G7, G8, G88, G89). Also holds it to change nothing. */
export async function answersToStrangers(
  { api, run }: Pick<EndpointApi, 'api' | 'run'>,
  name: Name,
  request: ApiRequest = {},
): Promise<Record<string, string>> {
  const other = await api.foundAnother();
  const id = { ...request.params, endpoint: '01980000-0000-7000-8000-0000000000ff' };
  const strangers: Record<string, ApiRequest> = {
    'no credential': { key: null },
    'a key that does not exist': { key: 'wsk_unknown' },
    'a key without either subscribe permission': { key: api.grant(['salesbot:events:write']) },
    'a key without the product': { key: api.grant(['publishing:webhooks:subscribe']) },
    'a personal token': { key: 'pat_x' },
    'an older key': { key: 'wlk_x' },
    'a browser session': { key: null, cookies: ['sid=x'] },
    'another workspace': { key: other.key },
    'an id that does not exist': { params: id },
    'an id that is none': { params: { ...id, endpoint: 'nonsense' } },
  };
  const before = contentsOf(api);
  const answers: Record<string, string> = {};
  for (const [who, changes] of Object.entries(strangers)) {
    answers[who] = codeOf(await run(name, { ...request, ...changes }));
  }
  if (contentsOf(api) !== before) throw new Error(`A stranger changed something by ${name}`);
  return answers;
}

/** Status and code of an answer. */
export function codeOf({ status, body }: HttpAnswer): string {
  return `${status} ${body?.code}`;
}

/** Everything stored of endpoints, events, recoveries and requests, as text. */
export function contentsOf({ core }: Pick<MemoryApi, 'core'>): string {
  const { endpoints, targets, events, requests, recoveries, answers } = core;
  return JSON.stringify([endpoints, targets, events, requests, recoveries, answers].map((map) => [...map]));
}
