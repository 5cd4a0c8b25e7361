import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import canonicalize from 'canonicalize';
import { beforeAll, describe, expect, it } from 'vitest';
import { OPERATIONS } from '#functions/registry.ts';
import { invokeFunction } from '#scripts/lib/samples/invoke-sample.ts';
import { fillSampleEvent, readSamples, type Sample } from '#scripts/lib/samples/sample-event.ts';
import { prepareGiven, removeSampleEndpoints } from '#scripts/lib/samples/sample-givens.ts';
import { openChangeStream, type StreamChange } from '#scripts/lib/stack/change-stream.ts';
import { openRawTables } from '#scripts/lib/stack/raw-tables.ts';
import type { Operation } from '#shared/platform/http/operation.ts';
import { generateApiKey } from '#shared/platform/runtime/api-key.ts';
import { PERMISSIONS } from '#shared/workspaces/domain/permissions.ts';
import { apiClient } from '#test/support/fixtures/platform/api-client.ts';
import { IS_WHOLE } from '#test/support/fixtures/platform/depth.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';
import { startStack } from '#test/support/fixtures/platform/stacks/running-stack.ts';
import { expectStatus } from '#test/support/fixtures/webhooks/webhook-user.ts';

type Event = {
  headers?: Record<string, string>;
  pathParameters?: Record<string, string>;
  queryStringParameters?: Record<string, string>;
  cookies?: string[];
  body?: string;
};
type Decided = readonly [status: number, code: string];
/** A key with every permission but these. */
type Lacking = { readonly missing: readonly string[]; readonly id: string; readonly secret: string };

type Situation = readonly [name: string, change: (event: Event) => Event, decided: Decided];

/** Calls after which both containers of a function have a key in their cache. */
const WARM_UPS = 5;

/** A domain is verified by a public DNS record, so the domain of the sample is verified already: its request writes nothing. */
const WRITES_NOTHING: ReadonlySet<string> = new Set(['verify-domain']);

const KEYS_PATH = '/api/v1/api-keys';
const UNAUTHENTICATED: Decided = [401, 'authentication_required'];
const INVALID: Decided = [401, 'api_key_invalid'];
const LACKING: Decided = [403, 'permission_missing'];
const KIND_REJECTED: Decided = [403, 'credential_type_not_allowed'];

const samples = await readSamples();
/** Every operation that requires a key, by its route that samples call: nothing is omitted by hand. `npm test` checks every twelfth one. */
const keyed: readonly Operation[] = OPERATIONS.filter(({ access }) => access.kind === 'key').filter(
  (_, index) => IS_WHOLE || index % 12 === 0,
);

describe('the authorisation of every operation', () => {
  const stack = forAllTests(startStack, 'discard');
  const stream = forAllTests(() => openChangeStream(stack), 'close');
  /** Keys that were reduced and are not revoked yet. */
  const reducedKeys: string[] = [];
  let revoked: string;
  let expired: string;

  beforeAll(async () => {
    const [ended, old] = [await createKey([...PERMISSIONS]), await createKey([...PERMISSIONS])];
    expectStatus(await admin()('DELETE', `${KEYS_PATH}/${ended.id}`), 204);
    const isOld = (item: Record<string, unknown>) =>
      String(item['pk']).startsWith('K#') && item['id'] === old.id;
    const tables = openRawTables(stack);
    await tables.rewrite((item) => (isOld(item) ? { ...item, expiresAt: 1 } : undefined));
    tables.close();
    [revoked, expired] = [ended.secret, old.secret];
  });

  it.each(keyed.map((operation) => [operation.name, operation] as const))(
    '%s rejects every wrong credential as documented, and changes nothing',
    async (name, operation) => {
      const { values, sample } = await succeedingSample(name);
      const lacking: Lacking[] = [];
      for (const missing of missingIn(operation)) {
        const held = PERMISSIONS.filter((one) => !missing.includes(one));
        lacking.push({ missing, ...(await createKey(held)) });
      }
      const isChecked = operation.checksKeyOnWrite === true && !WRITES_NOTHING.has(name);
      const changed = isChecked ? await changedKeys(name, fillSampleEvent(sample, values)) : [];
      await preparationEnds();

      for (const [situation, change, decided] of [...situationsOf(operation, lacking), ...changed]) {
        const event = fillSampleEvent(sample, values) as Event;
        const { result: answer } = await invokeFunction(stack, name, change(event));
        const { statusCode, body } = answer as { statusCode: number; body?: string };

        expect([situation, statusCode, body && JSON.parse(body).code]).toEqual([situation, ...decided]);
      }
      expect((await stream.next()).filter(isWriteOfRequest)).toEqual([]);
      // A member can have 45 keys.
      for (const id of [...lacking.map((each) => each.id), ...reducedKeys.splice(0)])
        expectStatus(await admin()('DELETE', `${KEYS_PATH}/${id}`), 204);
      if (sample.product === 'webhooks') await removeSampleEndpoints(stack);
    },
  );

  it('would see the write of a request that is accepted by mistake', async () => {
    const { values, sample } = await succeedingSample('create-tag');
    await preparationEnds();
    await invokeFunction(stack, 'create-tag', fillSampleEvent(sample, values));

    expect((await stream.next()).filter(isWriteOfRequest)).not.toEqual([]);
  });

  /** A sample that would succeed, with everything it requires: only the credential decides about the response. */
  async function succeedingSample(name: string): Promise<{ sample: Sample; values: Record<string, string> }> {
    const sample = samples.find(
      ({ function: of, outcome }) => of === name && 'status' in outcome && outcome.status < 300,
    );
    if (!sample) throw new Error(`${name} has no sample that succeeds: the matrix needs one`);
    const { workspaceId, apiKey, receiverUrl } = stack;
    const values = { workspaceId, apiKey, receiverUrl, ...(await prepareGiven(stack, sample.given)) };
    return { sample, values };
  }

  /** Keys that are revoked or reduced while the function has them in its cache. */
  async function changedKeys(name: string, sample: unknown): Promise<readonly Situation[]> {
    const [ended, reduced] = [await createKey([...PERMISSIONS]), await createKey([...PERMISSIONS])];
    for (const { secret } of [ended, reduced])
      for (let turn = 0; turn < WARM_UPS; turn += 1)
        await invokeFunction(stack, name, withKey(rejectedAfterAuthentication(sample as Event), secret));
    expectStatus(await admin()('DELETE', `${KEYS_PATH}/${ended.id}`), 204);
    reducedKeys.push(reduced.id);
    const body = { permissions: PERMISSIONS.filter((one) => one !== 'biolinks:analytics:read') };
    expectStatus(await admin()('PATCH', `${KEYS_PATH}/${reduced.id}`, { body }), 200);
    return [
      ['key that was revoked a moment ago', (event) => withKey(event, ended.secret), INVALID],
      ['key that was reduced a moment ago', (event) => withKey(event, reduced.secret), LACKING],
    ];
  }

  function situationsOf(operation: Operation, lacking: readonly Lacking[]): readonly Situation[] {
    const { access } = operation;
    const unknown = generateApiKey((below) => randomInt(below));
    const elsewhere = decidedElsewhere(operation);
    const ofKind =
      access.kind === 'key' && access.credential === 'workspace-key-only' ? KIND_REJECTED : undefined;
    return [
      ['no key', (event) => withKey(event, undefined), UNAUTHENTICATED],
      ['unknown key', (event) => withKey(event, unknown), INVALID],
      ['damaged key', (event) => withKey(event, `${unknown}x`), INVALID],
      ['revoked key', (event) => withKey(event, revoked), INVALID],
      ['expired key', (event) => withKey(event, expired), INVALID],
      ['personal token', (event) => withKey(event, `pat_${'a'.repeat(36)}`), ofKind ?? UNAUTHENTICATED],
      ['key of an older form', (event) => withKey(event, `wlk_${'a'.repeat(36)}`), ofKind ?? UNAUTHENTICATED],
      ['browser session', (event) => withSession(event), ofKind ?? UNAUTHENTICATED],
      ...lacking.map(
        ({ missing, secret }) =>
          [`without ${missing.join()}`, (event: Event) => withKey(event, secret), LACKING] as const,
      ),
      ...(elsewhere
        ? ([['another workspace', (event: Event) => withKey(event, stack.otherApiKey), elsewhere]] as const)
        : []),
    ];
  }

  function admin() {
    return apiClient(stack.baseUrl, stack.apiKey);
  }

  async function createKey(permissions: readonly string[]) {
    const body = { name: 'Matrix', permissions };
    const made = expectStatus(await admin()('POST', KEYS_PATH, { body }), 201).body;
    return { id: made.data.id as string, secret: made.secret as string };
  }

  /** Waits until the consumers have finished what the preparation began: nothing is written any more, and no recovery, import, estimate or broadcast is running. */
  async function preparationEnds(): Promise<void> {
    const running = new Set<string>();
    for (let quietReads = 0; quietReads < 2 || running.size > 0; await wait(25)) {
      const changes = await stream.next();
      quietReads = changes.some(isWriteOfRequest) ? 0 : quietReads + 1;
      for (const change of changes) {
        if (isRunning(change)) running.add(change.key);
        else running.delete(change.key);
      }
    }
  }
});

/**
 * A change that a request could have made: not the audit log, endpoint health or the last use of a key, which follow
 * asynchronously, not the progress of the export that the samples request, and not what a command writes before its transaction: the
 * counter of integer ids, and the key pair that the secrets of many workspaces are encrypted for.
 */
function isWriteOfRequest({ key, before, after }: StreamChange): boolean {
  const [pk = '', sk] = key.split(' ');
  const isProgress =
    before !== undefined && (pk.startsWith('EX#') || (pk.startsWith('Q#') && sk === 'exports'));
  const isLater = sk === 'X' || pk.startsWith('AU#') || isProgress;
  const isEarlier = pk.startsWith('BUCKET#') || isIdCounter(after);
  return !isLater && !isEarlier && contentOf(before) !== contentOf(after);
}

/** A recovery, an import or an estimate that its consumer has not ended, or the run of a broadcast that is due within a minute. */
function isRunning({ key, after }: StreamChange): boolean {
  const { kind, resource, state, dueAt } = after ?? {};
  const [pk = '', sk] = key.split(' ');
  if (pk.startsWith('BC#') && sk === 'RUN') return Number(dueAt) < Date.now() + 60_000;
  if (pk.startsWith('BC#') && sk === 'ESTIMATE') return state === 'counting';
  const isWork = kind === 'recovery' || resource === 'contact_import';
  return isWork && ['queued', 'running'].includes(String(state));
}

function isIdCounter(item: StreamChange['after']): boolean {
  return item !== undefined && Object.keys(item).toSorted().join() === 'last,pk,sk';
}

function contentOf({ lastUsedAt: _, ...item }: Readonly<Record<string, unknown>> = {}): string | undefined {
  return canonicalize(item);
}

function permissionsOf({ access }: Operation): readonly string[] {
  return access.kind === 'key' ? access.permissions : [];
}

/** Insufficient sets of permissions: without each one if all are required, without all of them if any is enough. */
function missingIn(operation: Operation): readonly (readonly string[])[] {
  const { access } = operation;
  const needed = permissionsOf(operation);
  if (needed.length === 0) return [];
  return access.kind === 'key' && access.rule === 'all-of' ? needed.map((one) => [one]) : [needed];
}

/**
 * The response to a key of another workspace, which never reveals whether the resource exists; undefined for paths without
 * one.
 */
function decidedElsewhere({ routes, params }: Operation): Decided | undefined {
  if (routes.some(({ path }) => path.includes('{workspace}'))) return [403, 'workspace_mismatch'];
  const notFound = Object.values(params ?? {})[0]?.notFound;
  return notFound && [404, notFound().code];
}

function withKey(event: Event, key: string | undefined): Event {
  const { authorization: _, 'x-api-key': __, ...headers } = event.headers ?? {};
  return { ...event, headers: key === undefined ? headers : { ...headers, authorization: `Bearer ${key}` } };
}

/** A request that the operation rejects after authentication: for an unknown resource, its body or an unknown parameter. */
function rejectedAfterAuthentication(event: Event): Event {
  const { workspace, ...ids } = event.pathParameters ?? {};
  const unknown = Object.fromEntries(Object.keys(ids).map((name) => [name, randomUUID()]));
  return {
    ...event,
    pathParameters: { ...(workspace ? { workspace } : {}), ...unknown },
    queryStringParameters: { unknown: 'parameter' },
    body: '{',
  };
}

function withSession(event: Event): Event {
  const { headers = {}, ...rest } = withKey(event, undefined);
  return { ...rest, headers: { ...headers, cookie: 'sid=1' }, cookies: ['sid=1'] };
}
