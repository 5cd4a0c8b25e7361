import { randomBytes } from 'node:crypto';
import { EXAMPLE_ENDPOINTS, type ExampleEndpoint } from '#local/example/example-endpoints.ts';
import type { DirectoryEntry } from '#shared/events/subscriptions/directory-entry.ts';
import { checkSubscriptions } from '#shared/events/subscriptions/subscription-rules.ts';
import { MINUTE_MS } from '#shared/platform/core/time-units.ts';
import { editEndpoint } from '#shared/webhooks/domain/edit-endpoint.ts';
import type { Endpoint } from '#shared/webhooks/domain/endpoint.ts';
import { generateSigningSecret, secretHint } from '#shared/webhooks/sending/signing-secret.ts';
import { createDynamoEndpointStore } from '#shared/webhooks/store/dynamo-endpoint-store.ts';
import { changeAt, type History, type HistoryStep, timeBefore } from './history.ts';
import { idAt } from './seeded.ts';

/** The endpoint of the system that another one has replaced was paused so many days ago. */
const PAUSED_DAYS_AGO = 9;

const ENABLED_AFTER_MS = 10 * MINUTE_MS;

const ENDPOINTS = Object.values(EXAMPLE_ENDPOINTS);

/** Creates each endpoint, enables it some minutes later, and pauses the one that is paused today. */
export const ENDPOINT_STEPS: readonly HistoryStep[] = ENDPOINTS.map(
  (example, position): HistoryStep =>
    (history) =>
      createPastEndpoint(history, example, position),
);

async function createPastEndpoint(
  history: History,
  example: ExampleEndpoint,
  position: number,
): Promise<void> {
  const { core, workspaceId, owner } = history;
  const endpoints = createDynamoEndpointStore(core);
  const createdAt = createdAtOf(history, position);
  const id = idOfPastEndpoint(history, example.name);
  if (!(await endpoints.find(workspaceId, id)))
    await endpoints.create(
      await newEndpoint(history, example, { id, createdAt }),
      changeAt(createdAt, owner, 'create-endpoint'),
    );
  const edits = [
    { enabled: true, at: new Date(createdAt.getTime() + ENABLED_AFTER_MS), operation: 'enable-endpoint' },
    ...(example.enabled ? [] : [{ enabled: false, at: pausedAt(history), operation: 'pause-endpoint' }]),
  ];
  for (const [index, { enabled, at, operation }] of edits.entries()) {
    const before = await endpoints.find(workspaceId, id);
    // Every edit increments the revision, so a larger one shows that this edit was made.
    if (!before || before.revision > index + 1) continue;
    const change = editEndpoint(before, { enabled }, at);
    if (change) await endpoints.save(before, change, changeAt(at, owner, operation));
  }
}

async function newEndpoint(
  { workspaceId, receiverUrl, owner, secrets }: History,
  { name, description, path, subscriptions }: ExampleEndpoint,
  { id, createdAt }: { readonly id: string; readonly createdAt: Date },
): Promise<Endpoint> {
  const secret = generateSigningSecret(randomBytes);
  const sealed = await secrets.seal(secret, { purpose: 'signing', workspace: workspaceId, subject: id });
  return {
    id,
    workspaceId,
    name,
    description,
    url: receiverUrl + path,
    enabled: false,
    suspendedReason: null,
    subscriptions: checkSubscriptions(subscriptions).subscriptions,
    responsibleMember: { id: owner.member, name: owner.name },
    secrets: { current: sealed, hint: secretHint(secret), previous: null },
    signingKeys: null,
    headers: null,
    settingsVersion: 1,
    shards: 1,
    revision: 1,
    createdAt,
    updatedAt: createdAt,
  };
}

/** The endpoints in the directory, as they were enabled at times of the past. */
export async function readPastDirectory(history: History): Promise<(at: Date) => readonly DirectoryEntry[]> {
  const endpoints = createDynamoEndpointStore(history.core);
  const directory = await endpoints.readDirectory(history.workspaceId);
  const paused = pausedAt(history);
  return (at) =>
    directory.map((entry) => ({ ...entry, enabled: entry.enabled || at.getTime() < paused.getTime() }));
}

/** The name of the endpoint with an ID. */
export function namesOfPastEndpoints(history: History): ReadonlyMap<string, string> {
  return new Map(ENDPOINTS.map(({ name }) => [idOfPastEndpoint(history, name), name]));
}

function idOfPastEndpoint(history: History, name: string): string {
  const position = ENDPOINTS.findIndex((each) => each.name === name);
  return idAt(createdAtOf(history, position), `${history.workspaceId} endpoint ${name}`);
}

function createdAtOf(history: History, position: number): Date {
  return new Date(timeBefore(history, 30, '10:00').getTime() + position * 25 * MINUTE_MS);
}

function pausedAt(history: History): Date {
  return timeBefore(history, PAUSED_DAYS_AGO, '16:20');
}
