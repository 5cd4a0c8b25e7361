import { randomBytes } from 'node:crypto';
import { createHandler as createIngestEventHandler } from '#functions/events/ingest-event/handler.ts';
import { operation as ingestEvent } from '#functions/events/ingest-event/operation.ts';
import { createHandler as createDeleteEndpointHandler } from '#functions/webhooks/delete-endpoint/handler.ts';
import { operation as deleteEndpoint } from '#functions/webhooks/delete-endpoint/operation.ts';
import { createHandler as createEnableEndpointHandler } from '#functions/webhooks/enable-endpoint/handler.ts';
import { operation as enableEndpoint } from '#functions/webhooks/enable-endpoint/operation.ts';
import { createHandler as createPauseEndpointHandler } from '#functions/webhooks/pause-endpoint/handler.ts';
import { operation as pauseEndpoint } from '#functions/webhooks/pause-endpoint/operation.ts';
import { createHandler as createRecoverEndpointHandler } from '#functions/webhooks/recover-endpoint/handler.ts';
import { operation as recoverEndpoint } from '#functions/webhooks/recover-endpoint/operation.ts';
import { createHandler as createResendDeliveryHandler } from '#functions/webhooks/resend-delivery/handler.ts';
import { operation as resendDelivery } from '#functions/webhooks/resend-delivery/operation.ts';
import { createHandler as createRotateSecretHandler } from '#functions/webhooks/rotate-secret/handler.ts';
import { operation as rotateSecret } from '#functions/webhooks/rotate-secret/operation.ts';
import { createHandler as createSendTestEventHandler } from '#functions/webhooks/send-test-event/handler.ts';
import { operation as sendTestEvent } from '#functions/webhooks/send-test-event/operation.ts';
import { createHandler as createUpdateEndpointHandler } from '#functions/webhooks/update-endpoint/handler.ts';
import { operation as updateEndpoint } from '#functions/webhooks/update-endpoint/operation.ts';
import type { TargetGuard } from '#shared/platform/core/target-guard.ts';
import type { HttpContext, HttpEvent, HttpResult } from '#shared/platform/http/handler.ts';
import { httpFunction } from '#shared/platform/http/http-function.ts';
import type { Operation } from '#shared/platform/http/operation.ts';
import type { ApiKeyStore } from '#shared/platform/identity/workspace-store.ts';
import type { Log } from '#shared/platform/runtime/logger.ts';
import { conformingOne } from '#test/support/fixtures/platform/conformance.ts';
import {
  aLambdaContext,
  anHttpEvent,
  type HttpReply,
  readAnswer,
  type RequestParts,
} from '#test/support/fixtures/platform/http-event.ts';
import type { Parts } from './parts.ts';
import type { Process } from './process.ts';

type Call = (event: HttpEvent, context: HttpContext) => Promise<HttpResult>;

type Wiring = Pick<
  Parts,
  'endpoints' | 'events' | 'deliveries' | 'requests' | 'recoveries' | 'answers' | 'secrets'
> & {
  readonly process: Process;
  readonly keys: ApiKeyStore;
};

const NO_LOG: Log = { debug() {}, info() {}, warn() {}, error() {} };

/** Every host is public: the address guard has its own tests. */
const GUARD: TargetGuard = { checkForm: () => undefined, check: async () => undefined };

/** Take-over is simulated by hand: only the suspension matters on the delivery path. */
const NOBODY = { findMember: async () => undefined };

/** No event of these histories is about a broadcast. */
const NO_BROADCASTS = { find: async () => undefined };

/** The operations that change something on the delivery path, wired as in their `index.ts`. */
const OPERATIONS = {
  ingest: [
    ingestEvent,
    (w) =>
      httpFunction(ingestEvent, createIngestEventHandler({ ...w, broadcasts: NO_BROADCASTS }), servicesOf(w)),
  ],
  edit: [
    updateEndpoint,
    (w) =>
      httpFunction(
        updateEndpoint,
        createUpdateEndpointHandler({ ...w, workspaces: NOBODY, guard: GUARD }),
        servicesOf(w),
      ),
  ],
  pause: [
    pauseEndpoint,
    (w) => httpFunction(pauseEndpoint, createPauseEndpointHandler({ ...w, guard: GUARD }), servicesOf(w)),
  ],
  enable: [
    enableEndpoint,
    (w) => httpFunction(enableEndpoint, createEnableEndpointHandler({ ...w, guard: GUARD }), servicesOf(w)),
  ],
  rotate: [
    rotateSecret,
    (w) => httpFunction(rotateSecret, createRotateSecretHandler({ ...w, randomBytes }), servicesOf(w)),
  ],
  delete: [
    deleteEndpoint,
    (w) => httpFunction(deleteEndpoint, createDeleteEndpointHandler(w), servicesOf(w)),
  ],
  test: [sendTestEvent, (w) => httpFunction(sendTestEvent, createSendTestEventHandler(w), servicesOf(w))],
  resend: [
    resendDelivery,
    (w) => httpFunction(resendDelivery, createResendDeliveryHandler(w), servicesOf(w)),
  ],
  recover: [
    recoverEndpoint,
    (w) =>
      httpFunction(
        recoverEndpoint,
        createRecoverEndpointHandler({ ...w, clock: w.process.clock }),
        servicesOf(w),
      ),
  ],
} as const satisfies Record<string, readonly [Operation, (wiring: Wiring) => Call]>;

export type OperationName = keyof typeof OPERATIONS;

/** One request to an operation, in a process that may crash during it. */
export async function callOperation(
  name: OperationName,
  wiring: Wiring,
  key: string,
  parts: RequestParts,
): Promise<HttpReply> {
  const [operation, wire] = OPERATIONS[name];
  const [route] = operation.routes;
  const path = route.path.replaceAll(/\{(\w+)\}/gu, (_, param: string) => parts.params?.[param] ?? '');
  const headers = { authorization: `Bearer ${key}`, ...parts.headers };
  const event = anHttpEvent({ method: route.method, path, ...parts, headers });
  return readAnswer(await conformingOne(operation.name, wire(wiring))(event, aLambdaContext()));
}

function servicesOf({ process, keys, answers, secrets }: Wiring) {
  return { clock: process.clock, log: NO_LOG, keys, idempotency: { store: answers, secrets } };
}
