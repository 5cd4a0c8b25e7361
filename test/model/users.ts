import type { ApiKeyStore } from '#shared/platform/identity/workspace-store.ts';
import type { HttpReply } from '#test/support/fixtures/platform/http-event.ts';
import type { Faults } from './faults.ts';
import type { Ledger } from './ledger.ts';
import { callOperation, type OperationName } from './model-api.ts';
import type { Data, Parts } from './parts.ts';
import type { Process, Run } from './process.ts';
import type { Timeline } from './timeline.ts';
import { type Action, requestOf } from './user-actions.ts';
import { watchedParts } from './watched-parts.ts';

export type UserWorld = {
  readonly timeline: Timeline;
  readonly faults: Faults;
  readonly ledger: Ledger;
  readonly data: Data;
  readonly parts: Parts;
  readonly keys: ApiKeyStore;
  readonly apiKey: string;
  readonly endpointIds: readonly string[];
  readonly startProcess: () => Process;
};

/** An API call without a response is repeated, with the same `Idempotency-Key` if it has one. */
const PATIENCE_MS = 10_000;
const MAX_TRIES = 3;

/** People and producers, over the real operations. */
export function createUsers(world: UserWorld) {
  const { timeline, ledger, data } = world;
  const lying: Action[] = [];

  function act(action: Action): void {
    if (action.isAmbush) lying.push(action);
    else actOn(action, action.random.pick(world.endpointIds) ?? '');
  }

  /** A run starts to process a delivery to the endpoint: now is the worst moment. */
  function strike(endpointId: string): void {
    const action = lying.shift();
    if (action) timeline.after(action.random.between(0, 25), () => actOn(action, endpointId));
  }

  function actOn(action: Action, endpointId: string): void {
    const { kind, random } = action;
    if (kind === 'suspend' || kind === 'take-over') return switchSuspension(action, endpointId);
    const times = kind === 'burst' ? random.between(4, 9) : 1;
    for (let each = 0; each < times; each += 1) {
      const known = [...data.deliveries.values()].filter((delivery) => delivery.endpointId === endpointId);
      const request = requestOf(action, {
        endpointId,
        deliveryId: random.pick(known)?.id,
        now: new Date(timeline.now()),
        key: random.chance(0.5) ? `user-${action.index}-${each}` : undefined,
      });
      if (request) timeline.after(each * random.between(0, 300), () => void ask(kind, request, 1));
    }
  }

  async function ask(
    kind: string,
    request: NonNullable<ReturnType<typeof requestOf>>,
    tries: number,
  ): Promise<void> {
    const process = world.startProcess();
    const [name, parts] = request;
    timeline.say(
      process.name,
      () => `asks: ${kind}${kind === name ? '' : ` (${name})`} of ${nameOf(parts.params)}`,
    );
    const retry = (): void => {
      // Without a key a person does not know the outcome, and repeats the call all the same.
      if (tries < MAX_TRIES && !process.isAlive()) void ask(kind, request, tries + 1);
    };
    const giveUp = timeline.after(PATIENCE_MS + 1, retry);
    const run: Run = process.startRun();
    const wiring = { ...watchedParts(world.parts, run, world), process, keys: world.keys };
    const response = await callOperation(name, wiring, world.apiKey, parts);
    process.finish();
    giveUp();
    timeline.say(
      process.name,
      () =>
        `is told ${String(response.status)}${response.status === 202 || response.status === 200 ? '' : ` ${String(response.body?.code)}`}`,
    );
    if ((response.status ?? 500) >= 500) timeline.after(1000, retry);
    else note(name, parts.json, response);
  }

  function nameOf(params: Readonly<Record<string, string>> = {}): string {
    const { endpoint, delivery } = params;
    if (delivery !== undefined) return ledger.nick(delivery, 'D');
    return endpoint === undefined ? 'an event' : ledger.nick(endpoint, 'E');
  }

  /** Records the promise of a response. */
  function note(name: OperationName, sent: unknown, { status, body }: HttpReply): void {
    if (status !== 202) return;
    const id = String(body.data.id);
    if (name === 'test' || name === 'resend') ledger.promised.deliveries.add(id);
    if (name !== 'ingest') return;
    ledger.promised.events.add(id);
    const key =
      typeof sent === 'object' && sent !== null && 'dedupe_key' in sent ? String(sent.dedupe_key) : undefined;
    if (key !== undefined) ledger.deduped.set(key, (ledger.deduped.get(key) ?? new Set()).add(id));
  }

  /** The admin leaves, or another one takes over, as an edit that no operation makes yet. */
  function switchSuspension(action: Action, id: string): void {
    const endpoint = data.core.endpoints.get(id);
    const target = data.core.targets.get(id);
    const isSuspended = action.kind === 'suspend';
    if (!endpoint || !target || (endpoint.suspendedReason !== null) === isSuspended) return;
    timeline.say('admin', () => `${isSuspended ? 'leaves' : 'takes over'} ${ledger.nick(id, 'E')}`);
    const suspendedReason = isSuspended ? 'responsible_admin_inactive' : null;
    const settingsVersion = endpoint.settingsVersion + (isSuspended ? 0 : 1);
    data.core.endpoints.set(id, {
      ...endpoint,
      suspendedReason,
      settingsVersion,
      revision: endpoint.revision + 1,
    });
    data.core.targets.set(id, { ...target, suspendedReason, settingsVersion });
    const directory = data.core.directories.get(endpoint.workspaceId);
    const entry = directory?.get(id);
    if (entry) directory?.set(id, { ...entry, settingsVersion });
  }

  return { act, strike };
}
