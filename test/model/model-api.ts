import { randomBytes } from 'node:crypto';
import { OPERATIONS } from '#functions/registry.ts';
import type { ManagedRecords } from '#shared/events/ports/managed-records.ts';
import type { TargetGuard } from '#shared/platform/core/target-guard.ts';
import type { ApiKeyStore } from '#shared/platform/identity/workspace-store.ts';
import type { Log } from '#shared/platform/runtime/logger.ts';
import {
  aLambdaContext,
  anHttpEvent,
  type HttpReply,
  readAnswer,
  type RequestParts,
} from '#test/support/fixtures/platform/http-event.ts';
import { loadOperation } from '#test/support/fixtures/platform/operation-functions.ts';
import type { Parts } from './parts.ts';
import type { Process } from './process.ts';

type Wiring = Parts & { readonly process: Process; readonly keys: ApiKeyStore };

const NO_LOG: Log = { debug() {}, info() {}, warn() {}, error() {} };

/** Every host is public: the address guard has its own tests. */
const GUARD: TargetGuard = { checkForm: () => undefined, check: async () => undefined };

/** Take-over is simulated by hand: only the suspension matters on the delivery path. */
const NOBODY = { findMember: async () => undefined };

/** No event of these histories is about a record of the platform. */
const NOTHING_MANAGED: ManagedRecords = { has: async () => false };

/** The operations that change something on the delivery path, loaded before virtual time starts. */
const WIRES = {
  ingest: await wireOf('ingest-event'),
  edit: await wireOf('update-endpoint'),
  pause: await wireOf('pause-endpoint'),
  enable: await wireOf('enable-endpoint'),
  rotate: await wireOf('rotate-secret'),
  delete: await wireOf('delete-endpoint'),
  test: await wireOf('send-test-event'),
  resend: await wireOf('resend-delivery'),
  recover: await wireOf('recover-endpoint'),
};

export type OperationName = keyof typeof WIRES;

/** One request to an operation, in a process that may crash during it. */
export async function callOperation(
  name: OperationName,
  { process, keys, answers: responses, ...parts }: Wiring,
  key: string,
  request: RequestParts,
): Promise<HttpReply> {
  const { clock } = process;
  const { route, wire } = WIRES[name];
  const run = wire(
    {
      ...parts,
      clock,
      randomBytes,
      guard: GUARD,
      workspaces: NOBODY,
      managed: NOTHING_MANAGED,
    },
    { clock, log: NO_LOG, keys, responses, secrets: parts.secrets },
  );
  const path = route.path.replaceAll(/\{(\w+)\}/gu, (_, param: string) => request.params?.[param] ?? '');
  const headers = { authorization: `Bearer ${key}`, ...request.headers };
  const event = anHttpEvent({ method: route.method, path, ...request, headers });
  return readAnswer(await run(event, aLambdaContext()));
}

async function wireOf(name: string) {
  const route = OPERATIONS.find((operation) => operation.name === name)?.routes[0];
  if (route === undefined) throw new Error(`${name} has no route`);
  return { route, wire: await loadOperation(name) };
}
