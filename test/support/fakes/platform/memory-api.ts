import { randomBytes, randomInt } from 'node:crypto';
import { createHandler as createIngestEventHandler } from '#functions/events/ingest-event/handler.ts';
import { operation as ingestEvent } from '#functions/events/ingest-event/operation.ts';
import { createHandler as createGetHealthHandler } from '#functions/platform/get-health/handler.ts';
import { operation as getHealth } from '#functions/platform/get-health/operation.ts';
import { createHandler as createRouteNotFoundHandler } from '#functions/platform/route-not-found/handler.ts';
import { operation as routeNotFound } from '#functions/platform/route-not-found/operation.ts';
import { OPERATIONS } from '#functions/registry.ts';
import { createHandler as createCreateEndpointHandler } from '#functions/webhooks/create-endpoint/handler.ts';
import { operation as createEndpoint } from '#functions/webhooks/create-endpoint/operation.ts';
import { createHandler as createEraseContactHandler } from '#functions/webhooks/erase-contact/handler.ts';
import { operation as eraseContact } from '#functions/webhooks/erase-contact/operation.ts';
import { createHandler as createGetDeliveryHandler } from '#functions/webhooks/get-delivery/handler.ts';
import { operation as getDelivery } from '#functions/webhooks/get-delivery/operation.ts';
import { createHandler as createGetEndpointHandler } from '#functions/webhooks/get-endpoint/handler.ts';
import { operation as getEndpoint } from '#functions/webhooks/get-endpoint/operation.ts';
import { createHandler as createListAvailableEventsHandler } from '#functions/webhooks/list-available-events/handler.ts';
import { operation as listAvailableEvents } from '#functions/webhooks/list-available-events/operation.ts';
import { createHandler as createListDeliveriesHandler } from '#functions/webhooks/list-deliveries/handler.ts';
import { operation as listDeliveries } from '#functions/webhooks/list-deliveries/operation.ts';
import { createHandler as createListEndpointsHandler } from '#functions/webhooks/list-endpoints/handler.ts';
import { operation as listEndpoints } from '#functions/webhooks/list-endpoints/operation.ts';
import { createHandler as createUpdateEndpointHandler } from '#functions/webhooks/update-endpoint/handler.ts';
import { operation as updateEndpoint } from '#functions/webhooks/update-endpoint/operation.ts';
import { createHandler as createGetCurrentKeyHandler } from '#functions/workspaces/get-current-key/handler.ts';
import { operation as getCurrentKey } from '#functions/workspaces/get-current-key/operation.ts';
import { httpFunction } from '#shared/platform/http/http-function.ts';
import type { Permission } from '#shared/platform/identity/permissions.ts';
import type { ApiKey } from '#shared/platform/identity/workspace.ts';
import { createAddressGuard } from '#shared/platform/network/address-guard.ts';
import { generateApiKey, hashApiKey } from '#shared/platform/runtime/api-key.ts';
import { aMember, anApiKey, createWorkspaceIn } from '#test/support/builders/platform/builders.ts';
import { blockFunctions } from '#test/support/fakes/biolinks/memory-block-functions.ts';
import { createQuickHash, pageFunctions } from '#test/support/fakes/biolinks/memory-page-functions.ts';
import { createMemoryTxtResolver } from '#test/support/fakes/biolinks/memory-txt-resolver.ts';
import { broadcastFunctions } from '#test/support/fakes/broadcasts/memory-broadcast-functions.ts';
import { catalogueFunctions } from '#test/support/fakes/events/memory-catalogue-functions.ts';
import { accountFunctions } from '#test/support/fakes/publishing/memory-account-functions.ts';
import { createMemoryFileStore } from '#test/support/fakes/publishing/memory-file-store.ts';
import { mediaFunctions } from '#test/support/fakes/publishing/memory-media-functions.ts';
import { createMemoryNetworks } from '#test/support/fakes/publishing/memory-networks.ts';
import { postFunctions } from '#test/support/fakes/publishing/memory-post-functions.ts';
import { createMemoryProbe } from '#test/support/fakes/webhooks/memory-probe.ts';
import { scheduleFunctions } from '#test/support/fakes/webhooks/memory-schedule-functions.ts';
import { webhookFunctions } from '#test/support/fakes/webhooks/memory-webhook-functions.ts';
import { workspaceFunctions } from '#test/support/fakes/workspaces/memory-workspace-functions.ts';
import { conforming } from '#test/support/fixtures/platform/conformance.ts';
import {
  aLambdaContext,
  anHttpEvent,
  type HttpReply,
  readAnswer,
  type RequestParts,
} from '#test/support/fixtures/platform/http-event.ts';
import { createMemoryBench } from '#test/support/fixtures/platform/platform-fixture.ts';
import { createRecordingLog } from '#test/support/fixtures/platform/recording-log.ts';
import { createTestClock } from '#test/support/fixtures/platform/test-clock.ts';
import { createMemorySecretBox } from './memory-secret-box.ts';

export const BOTH_PRODUCTS: readonly Permission[] = [
  'publishing:webhooks:subscribe',
  'salesbot:webhooks:subscribe',
];

/** Names with addresses for the guard; every other name does not resolve yet. */
const ADDRESSES: Readonly<Record<string, string>> = {
  'hooks.example.com': '93.184.215.14',
  'other.example.com': '93.184.215.15',
  'inside.example.com': '10.0.0.7',
};

export type ApiRequest = RequestParts & {
  /** Text of a key instead of the default one; null sends none. */
  readonly key?: string | null;
};

export type MemoryApi = Awaited<ReturnType<typeof startMemoryApi>>;

/** Every operation of the API over memory fakes, with one founded workspace and a key for webhooks and events. */
export async function startMemoryApi() {
  const bench = createMemoryBench();
  const secrets = createMemorySecretBox();
  const clock = createTestClock();
  const log = createRecordingLog();
  const probe = createMemoryProbe();
  const dns = createMemoryTxtResolver();
  const networks = createMemoryNetworks();
  const files = createMemoryFileStore(clock);
  const addresses: Record<string, string> = { ...ADDRESSES };
  const guard = createAddressGuard({
    allowedHosts: [],
    async resolve(hostname) {
      const address = addresses[hostname];
      if (address === undefined) throw new Error('ENOTFOUND');
      return [{ address, family: 4 }];
    },
  });

  const { workspaceId, admin } = await createWorkspaceIn(bench.workspaces);
  const { endpoints, deliveries, events, workspaces, broadcasts } = bench;
  const services = { clock, log, keys: bench.apiKeys };
  const idempotency = { store: bench.responses, secrets };
  const create = createCreateEndpointHandler({ endpoints, workspaces, secrets, guard, randomBytes });
  const update = createUpdateEndpointHandler({ endpoints, workspaces, deliveries, guard });
  const functions = conforming({
    ...webhookFunctions({ bench, services, secrets, guard, probe }),
    ...catalogueFunctions({ bench, services, dns }),
    ...workspaceFunctions({ bench, services, secrets }),
    ...blockFunctions({ bench, services }),
    ...scheduleFunctions({ bench, services }),
    ...broadcastFunctions({ bench, services }),
    ...accountFunctions({ bench, services, secrets, guard, networks }),
    ...mediaFunctions({ bench, services, files }),
    ...postFunctions({ bench, services }),
    ...pageFunctions({ bench, services, hashPassword: createQuickHash() }),
    'get-health': httpFunction(getHealth, createGetHealthHandler(), services),
    'route-not-found': httpFunction(routeNotFound, createRouteNotFoundHandler(OPERATIONS), services),
    'get-current-key': httpFunction(getCurrentKey, createGetCurrentKeyHandler({ workspaces }), services),
    'list-available-events': httpFunction(listAvailableEvents, createListAvailableEventsHandler(), services),
    'create-endpoint': httpFunction(createEndpoint, create, { ...services, idempotency }),
    'list-endpoints': httpFunction(
      listEndpoints,
      createListEndpointsHandler({ endpoints, deliveries }),
      services,
    ),
    'get-endpoint': httpFunction(getEndpoint, createGetEndpointHandler({ endpoints, deliveries }), services),
    'update-endpoint': httpFunction(updateEndpoint, update, services),
    'list-deliveries': httpFunction(
      listDeliveries,
      createListDeliveriesHandler({ endpoints, deliveries }),
      services,
    ),
    'get-delivery': httpFunction(
      getDelivery,
      createGetDeliveryHandler({ endpoints, deliveries, events }),
      services,
    ),
    'erase-contact': httpFunction(eraseContact, createEraseContactHandler(bench), {
      ...services,
      idempotency: { store: bench.responses },
    }),
    'ingest-event': httpFunction(ingestEvent, createIngestEventHandler({ events, endpoints, broadcasts }), {
      ...services,
      idempotency: { store: bench.responses },
    }),
  });

  /** Stores a key of the newWorkspace admin; gives its text. */
  function grant(permissions: readonly Permission[], overrides: Partial<ApiKey> = {}): string {
    const text = generateApiKey((below) => randomInt(below));
    const key = anApiKey({
      workspaceId,
      memberId: admin.id,
      permissions,
      ...overrides,
      hash: hashApiKey(text),
    });
    bench.core.apiKeys.set(key.hash, key);
    return text;
  }

  /** A second workspace with an admin and a key for webhooks of both products. */
  async function foundAnother(): Promise<{ workspaceId: string; key: string }> {
    const other = await createWorkspaceIn(bench.workspaces);
    const identity = { workspaceId: other.workspaceId, memberId: other.admin.id };
    return { workspaceId: other.workspaceId, key: grant(BOTH_PRODUCTS, identity) };
  }

  /** Adds a member, an admin unless told otherwise, and gives a key of theirs. */
  async function hire(overrides: Parameters<typeof aMember>[0] = {}): Promise<string> {
    const member = aMember({ workspaceId, ...overrides });
    await bench.putMember(member);
    return grant(BOTH_PRODUCTS, { memberId: member.id });
  }

  const defaultKey = grant([...BOTH_PRODUCTS, 'salesbot:events:write']);

  /** One request to an operation, by its first route unless told otherwise. */
  async function call(name: keyof typeof functions, request: ApiRequest = {}): Promise<HttpReply> {
    const { key = defaultKey, ...parts } = request;
    const route = OPERATIONS.find((operation) => operation.name === name)?.routes[0];
    const template = route?.path ?? '/nowhere';
    const params = template.includes('{workspace}')
      ? { workspace: workspaceId, ...parts.params }
      : parts.params;
    const path = template.replaceAll(/\{(\w+)\}/gu, (_, param: string) => params?.[param] ?? '');
    const event = anHttpEvent({
      method: route?.method ?? 'GET',
      path,
      ...parts,
      ...(params ? { params } : {}),
      headers: { ...(key === null ? {} : { authorization: `Bearer ${key}` }), ...parts.headers },
    });
    return readAnswer(await functions[name](event, aLambdaContext()));
  }

  return {
    ...bench,
    admin,
    workspaceId,
    secrets,
    clock,
    log,
    probe,
    dns,
    networks,
    files,
    addresses,
    functions,
    defaultKey,
    grant,
    foundAnother,
    hire,
    call,
  };
}

/** A body that creates an endpoint. */
export function anEndpointBody(overrides: Readonly<Record<string, unknown>> = {}) {
  return {
    name: 'Order desk',
    url: 'https://hooks.example.com/orders',
    subscriptions: [{ event: 'salesbot.store.order_paid' }],
    ...overrides,
  };
}
