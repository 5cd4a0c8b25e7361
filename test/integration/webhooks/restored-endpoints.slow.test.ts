import { describe, expect, it } from 'vitest';
import { restoreTable } from '#scripts/lib/restore/restore-table.ts';
import { findEvent } from '#shared/events/catalogue/event-catalogue.ts';
import { matchEndpoints } from '#shared/events/recording/match-endpoints.ts';
import { toDirectoryEntry } from '#shared/events/store/dynamo-endpoint-directory.ts';
import { WORKSPACE_FILTER_BYTES } from '#shared/events/subscriptions/subscription-filters.ts';
import type { Subscription } from '#shared/events/subscriptions/subscription.ts';
import { directoryKey, directoryKeys, type Key, memberKey } from '#shared/platform/store/keys.ts';
import type { Item } from '#shared/platform/store/table.ts';
import { admit } from '#shared/webhooks/domain/admit.ts';
import type { DeliveryTarget, Endpoint } from '#shared/webhooks/domain/endpoint.ts';
import { rotateSecret } from '#shared/webhooks/domain/rotate-secret.ts';
import { filterBytesOf } from '#shared/webhooks/store/filter-room.ts';
import { endpointKey, targetKey } from '#shared/webhooks/store/keys.ts';
import { aContext, secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { aJob } from '#test/support/builders/webhooks/delivery-builders.ts';
import { anEdit, anEndpoint, aSigningKey } from '#test/support/builders/webhooks/endpoint-builders.ts';
import { createWorkspaceIn } from '#test/support/builders/workspaces/workspace-builders.ts';
import { failingCall, meanwhile } from '#test/support/fixtures/platform/faults/faults.ts';
import { forEachTest } from '#test/support/fixtures/platform/for-tests.ts';
import { copyItems, damage, lose } from '#test/support/fixtures/platform/past-table.ts';
import { emulatedStores } from '#test/support/fixtures/platform/platform-fixture.ts';
import { startEmulator } from '#test/support/fixtures/platform/stacks/emulator.ts';

const { emulator, fixture, faults } = emulatedStores();
const past = forEachTest(startEmulator, 'stop');

const PAID = 'salesbot.store.order_paid' as const;
const event = findEvent(PAID) ?? expect.unreachable();

/** A filter of the orders with this number, of 100 bytes or the given size. */
function only(number: string, bytes = 100): Subscription[] {
  const values = [number, 'x'.repeat(Math.max(0, bytes - 40))];
  return [{ event: PAID, channel: 'all', filter: { 'order.number': { $in: values } } }];
}

async function created(overrides: Partial<Endpoint> = {}): Promise<Endpoint> {
  const { owned } = await createWorkspaceIn(fixture.workspaces);
  return createdIn(owned, overrides);
}

async function createdIn(
  owned: Pick<Endpoint, 'workspaceId' | 'responsibleMember'>,
  overrides: Partial<Endpoint> = {},
): Promise<Endpoint> {
  const endpoint = anEndpoint({ ...owned, enabled: true, subscriptions: only('A', 1000), ...overrides });
  await fixture.endpoints.create(endpoint, aContext());
  return endpoint;
}

async function edited(before: Endpoint, edit: Parameters<typeof anEdit>[1]): Promise<Endpoint> {
  const change = anEdit(before, edit);
  await fixture.endpoints.save(before, change, aContext());
  return change.endpoint;
}

const toPast = () => copyItems(emulator.core, past.core);
const loseItems = (...keys: readonly Key[]) => lose(emulator.core, ...keys);

async function restore(
  { workspaceId }: Pick<Endpoint, 'workspaceId'>,
  { overwrite = true, apply = true } = {},
): Promise<{ readonly lines: string; readonly counts: Readonly<Record<string, number>> }> {
  const lines: string[] = [];
  const counts = await restoreTable({
    live: emulator.core,
    restored: past.core,
    overwrite,
    apply,
    workspaceId,
    now: secondsAfterNow(3600),
    print: (line) => lines.push(line),
  });
  return { lines: lines.join('\n'), counts: Object.fromEntries(counts) };
}

/** The endpoint and its delivery target; fails if they, or a copy of the directory, disagree. */
async function agreed({
  workspaceId,
  id,
}: Endpoint): Promise<{ endpoint: Endpoint; target: DeliveryTarget }> {
  const endpoint = (await fixture.endpoints.find(workspaceId, id)) ?? expect.unreachable();
  const target = (await fixture.endpoints.readTarget(id)) ?? expect.unreachable();
  const { enabled, settingsVersion, url, secrets, signingKeys, headers, suspendedReason, shards } = endpoint;
  const settings = { enabled, settingsVersion, url, secrets, signingKeys, headers, suspendedReason, shards };
  expect(target).toMatchObject({ id, workspaceId, deleted: false, ...settings });
  const listed = await fixture.endpoints.list(workspaceId);
  const bytes = listed.reduce((sum, each) => sum + filterBytesOf(each), 0);
  for (const key of directoryKeys(workspaceId)) {
    const copy = await emulator.core.get(key);
    expect(Object(copy?.['endpoints'])[id]).toEqual(JSON.parse(JSON.stringify(toDirectoryEntry(endpoint))));
    expect(copy?.['filterBytes'] ?? 0).toBe(bytes);
  }
  return { endpoint, target };
}

/** Whether an order with this number is sent to the endpoint if it is paid now. */
async function isSent({ workspaceId, id }: Endpoint, number: string): Promise<boolean> {
  const directory = await fixture.endpoints.readDirectory(workspaceId);
  const { matches } = matchEndpoints(directory, { event, channel: undefined, data: { order: { number } } });
  const target = await fixture.endpoints.readTarget(id);
  const sent = matches.filter((match) => admit(aJob(match), target).kind === 'send');
  return sent.some(({ endpointId }) => endpointId === id);
}

describe('a restore of an endpoint that was edited since', () => {
  it('gives the endpoint, its delivery target and the directory a settings version that no delivery has', async () => {
    const before = await created({ subscriptions: only('A', 1000) });
    await toPast();
    const after = await edited(before, { subscriptions: only('B', 100) });
    await restore(before);
    const { endpoint, target } = await agreed(before);

    expect(endpoint.subscriptions).toEqual(before.subscriptions);
    expect(endpoint.settingsVersion).toBe(after.settingsVersion + 1);
    expect([await isSent(before, 'A'), await isSent(before, 'B')]).toEqual([true, false]);
    for (const { settingsVersion } of [before, after])
      expect(admit(aJob({ settingsVersion }), target)).toMatchObject({ kind: 'cancel' });

    await edited(endpoint, { subscriptions: only('C', 100) });
    expect((await agreed(before)).endpoint.settingsVersion).toBe(after.settingsVersion + 2);
  });

  it('does not replace it without `overwrite`', async () => {
    const before = await created();
    await toPast();
    const after = await edited(before, { subscriptions: only('B') });

    expect((await restore(before, { overwrite: false })).lines).toContain('--overwrite replaces it');
    expect((await agreed(before)).endpoint).toEqual(after);
  });

  it('changes nothing in a second run', async () => {
    const before = await created();
    await toPast();
    await edited(before, { url: 'https://hooks.example.com/other' });
    await restore(before);
    const { endpoint } = await agreed(before);
    const second = await restore(before);

    expect((await agreed(before)).endpoint).toEqual(endpoint);
    expect(second.counts).toMatchObject({ 'endpoint: same, unchanged': 1, 'directory: same, unchanged': 1 });
    expect(second.lines).not.toContain(before.id);
  });

  it('writes nothing of an endpoint that is edited meanwhile', async () => {
    const before = await created();
    await toPast();
    const after = await edited(before, { subscriptions: only('B') });
    faults.script(meanwhile('TransactWriteItems', () => edited(after, { subscriptions: only('C') })));
    const { lines } = await restore(before);

    expect(lines).toContain(`endpoint ${before.id} of workspace ${before.workspaceId}: was changed during`);
    const { endpoint } = await agreed(before);
    expect(endpoint.subscriptions).toEqual(only('C'));
    expect(endpoint.settingsVersion).toBe(after.settingsVersion + 1);
  });

  it('leaves nothing half written if it stops, and goes on in the next run', async () => {
    const { owned } = await createWorkspaceIn(fixture.workspaces);
    const before = [await createdIn(owned), await createdIn(owned)];
    await toPast();
    for (const each of before) await edited(each, { subscriptions: only('B', 300) });
    faults.script(
      meanwhile('TransactWriteItems', async () => undefined),
      failingCall('TransactWriteItems', new Error('crashed')),
    );
    await expect(restore(owned)).rejects.toThrow('crashed');
    const versions = async () =>
      Promise.all(before.map(async (each) => (await agreed(each)).endpoint.settingsVersion));
    expect(new Set(await versions())).toEqual(new Set([2, 3]));

    await restore(owned);
    expect(await versions()).toEqual([3, 3]);
  });
});

describe('a restore of lost items of an endpoint that was edited since', () => {
  const LOST = {
    'its two items: has the filter of the past': [({ id }) => [endpointKey(id), targetKey(id)], 'A', 3],
    'its item: has the live settings': [({ id }) => [endpointKey(id)], 'B', 3],
    'its delivery target: has the live settings': [({ id }) => [targetKey(id)], 'B', 3],
    'the directory: has the live settings and their version': [
      ({ workspaceId }) => directoryKeys(workspaceId),
      'B',
      2,
    ],
    'everything: has a version above all edits that are lost': [
      ({ workspaceId, id }) => [endpointKey(id), targetKey(id), ...directoryKeys(workspaceId)],
      'A',
      1_000_001,
    ],
  } satisfies Record<string, [(endpoint: Endpoint) => Key[], string, number]>;

  it.each(Object.entries(LOST))('%s', async (_, [keysOf, number, version]) => {
    const before = await created({ subscriptions: only('A', 1000) });
    await toPast();
    const after = await edited(before, { subscriptions: only('B', 200), url: 'https://new.example.com/' });
    await loseItems(...keysOf(before));
    await restore(before, { overwrite: false });
    const { endpoint } = await agreed(before);

    expect(endpoint.settingsVersion).toBe(version);
    expect(endpoint.url).toBe(number === 'A' ? before.url : after.url);
    const isA = number === 'A';
    expect([await isSent(before, 'A'), await isSent(before, 'B')]).toEqual([isA, !isA]);
    expect((await restore(before, { overwrite: false })).counts).toMatchObject({
      'directory: same, unchanged': 1,
    });
  });

  it('does not exceed the size of all filters of the workspace', async () => {
    const { owned } = await createWorkspaceIn(fixture.workspaces);
    const size = Math.floor(WORKSPACE_FILTER_BYTES * 0.6);
    const before = await createdIn(owned, { subscriptions: only('A', size) });
    await toPast();
    await edited(before, { subscriptions: only('B') });
    const other = await createdIn(owned, { subscriptions: only('C', size) });
    const { lines } = await restore(owned);

    expect(lines).toContain(`exceeds the limit of ${WORKSPACE_FILTER_BYTES} bytes of filters`);
    expect((await agreed(before)).endpoint.subscriptions).toEqual(only('B'));
    await agreed(other);
  });
});

describe('a restore of an endpoint whose secret was rotated at once since', () => {
  const headers = (sealed: string) => ({ names: ['X-Key'], sealed });

  async function rotated(edit: Parameters<typeof anEdit>[1] = {}) {
    const old = { signingKeys: { current: aSigningKey('old'), previous: null }, headers: headers('old') };
    const before = await created(old);
    await toPast();
    const other = await edited(before, { headers: headers('new'), name: 'Other', ...edit });
    const after = rotateSecret(
      other,
      { sealed: 'new', hint: 'new', key: aSigningKey('new') },
      true,
      secondsAfterNow(90),
    );
    await fixture.rotations.saveSecrets(other, after, aContext());
    return { before, after };
  }

  it.each<[string, (endpoint: Endpoint) => Key[]]>([
    ['that differs', () => []],
    ['whose item is lost', ({ id }) => [endpointKey(id)]],
    ['whose delivery target is lost', ({ id }) => [targetKey(id)]],
  ])('%s, keeps the secret, the key pair and the headers', async (_, keysOf) => {
    const { before, after } = await rotated();
    await loseItems(...keysOf(before));
    const { lines } = await restore(before);
    const { endpoint } = await agreed(before);
    const { name, secrets, signingKeys } = endpoint;

    expect(name).toBe(before.name);
    expect({ secrets, signingKeys, headers: endpoint.headers }).toEqual({
      secrets: after.secrets,
      signingKeys: after.signingKeys,
      headers: after.headers,
    });
    expect(lines).not.toContain('secrets:');
  });

  it('prints that they are old if both items are lost', async () => {
    const { before } = await rotated();
    await loseItems(endpointKey(before.id), targetKey(before.id));
    const { lines } = await restore(before);

    expect((await agreed(before)).endpoint.secrets).toEqual(before.secrets);
    expect(lines).toContain(`secrets: endpoint ${before.id} of workspace ${before.workspaceId}`);
  });

  it('sends no newer headers to another host', async () => {
    const { before } = await rotated({ url: 'https://other.example.com/orders' });
    await restore(before);
    const { endpoint } = await agreed(before);

    expect(endpoint.url).toBe(before.url);
    expect(endpoint.headers).toEqual(before.headers);
    expect(endpoint.secrets.current).toBe('new');
  });
});

describe('a directory that disagrees with a live endpoint', () => {
  const damaged = (id: string, change: Item) => (item: Item) => ({
    ...item,
    endpoints: { ...Object(item['endpoints']), [id]: { ...Object(item['endpoints'])[id], ...change } },
  });
  const otherEntry = toDirectoryEntry({ enabled: true, settingsVersion: 2, subscriptions: only('B', 100) });

  it.each<[string, Item, readonly number[]]>([
    ['in all copies, with a later version and another filter', otherEntry, [0, 1, 2, 3, 4, 5, 6, 7]],
    ['in one copy, with a later version and another filter', otherEntry, [3]],
    ['in one copy, with another filter', { ...otherEntry, settingsVersion: 1 }, [5]],
    ['in one copy, which is paused', { enabled: false }, [0]],
  ])('%s, is repaired at a version that no delivery has', async (_, change, copies) => {
    const endpoint = await created();
    await toPast();
    for (const copy of copies)
      await damage(emulator.core, directoryKey(endpoint.workspaceId, copy), damaged(endpoint.id, change));
    const before = await emulator.core.get(directoryKey(endpoint.workspaceId, copies[0] ?? 0));
    const dry = await restore(endpoint, { overwrite: false, apply: false });
    expect(dry.lines).toContain(`repair: endpoint ${endpoint.id}`);
    expect(await emulator.core.get(directoryKey(endpoint.workspaceId, copies[0] ?? 0))).toEqual(before);

    await restore(endpoint, { overwrite: false });
    const { settingsVersion, ...repaired } = (await agreed(endpoint)).endpoint;
    expect(settingsVersion).toBe(Number(change['settingsVersion'] ?? 1) + 1);
    expect(repaired).toMatchObject({ url: endpoint.url, subscriptions: endpoint.subscriptions });
  });

  it('in an older entry or in the size of all filters, is repaired without a new version', async () => {
    const endpoint = await created({ settingsVersion: 2 });
    await toPast();
    const older = damaged(endpoint.id, { ...otherEntry, settingsVersion: 1 });
    for (const [copy, key] of directoryKeys(endpoint.workspaceId).entries())
      await damage(emulator.core, key, (item) => ({
        ...(copy === 2 ? older(item) : item),
        filterBytes: -7,
      }));
    await restore(endpoint, { overwrite: false });

    expect((await agreed(endpoint)).endpoint).toEqual(endpoint);
  });

  it('that was created since, and whose directory is lost, lists it again', async () => {
    const { owned } = await createWorkspaceIn(fixture.workspaces);
    await toPast();
    const endpoint = await createdIn(owned);
    await loseItems(...directoryKeys(owned.workspaceId));
    await restore(owned, { overwrite: false });

    expect((await agreed(endpoint)).endpoint).toEqual(endpoint);
  });

  it('because it lists a deleted endpoint, loses the entry', async () => {
    const endpoint = await created();
    await toPast();
    const key = directoryKey(endpoint.workspaceId, 0);
    const { endpoints } = (await emulator.core.get(key)) ?? {};
    await fixture.endpoints.remove(endpoint, aContext());
    await damage(emulator.core, key, (item) => ({ ...item, endpoints }));
    const { lines } = await restore(endpoint);

    expect(lines).toContain(`endpoint ${endpoint.id} was deleted`);
    expect((await emulator.core.get(key))?.['endpoints']).toEqual({});
  });

  it('because it lists an endpoint that is lost in both tables, is reported', async () => {
    const endpoint = await created();
    await loseItems(endpointKey(endpoint.id));
    await toPast();

    expect((await restore(endpoint)).lines).toContain(`lists endpoint ${endpoint.id}, whose item is lost`);
  });
});

describe('a restore of an endpoint that may not send any more', () => {
  const viewer = ({ workspaceId, responsibleMember }: Endpoint) =>
    damage(emulator.core, memberKey(workspaceId, responsibleMember.id), (member) => ({
      ...member,
      role: 'viewer',
      revision: Number(member['revision']) + 1,
    }));

  it.each<[string, (endpoint: Endpoint) => Key[]]>([
    ['whose two items are lost', ({ id }) => [endpointKey(id), targetKey(id)]],
    ['whose directory is lost', ({ workspaceId }) => directoryKeys(workspaceId)],
  ])('suspends one %s if its responsible member is no admin any more', async (_, keysOf) => {
    const endpoint = await created();
    await toPast();
    await viewer(endpoint);
    await loseItems(...keysOf(endpoint));
    await restore(endpoint);

    expect((await agreed(endpoint)).endpoint.suspendedReason).toBe('responsible_admin_inactive');
  });

  it('restores nothing if the responsible member changes meanwhile', async () => {
    const endpoint = await created();
    await toPast();
    await loseItems(endpointKey(endpoint.id), targetKey(endpoint.id));
    faults.script(meanwhile('TransactWriteItems', () => viewer(endpoint)));

    expect((await restore(endpoint)).lines).toContain(
      'its responsible member lost access during the restore',
    );
    expect(await emulator.core.get(targetKey(endpoint.id))).toBeUndefined();
  });

  it('keeps a suspension', async () => {
    const before = await created();
    await toPast();
    const suspension = (item: Item) => ({
      ...item,
      name: 'Other',
      suspendedReason: 'responsible_admin_inactive',
    });
    await damage(emulator.core, endpointKey(before.id), suspension);
    await damage(emulator.core, targetKey(before.id), suspension);
    await restore(before);
    const { endpoint } = await agreed(before);

    expect(endpoint).toMatchObject({ name: before.name, suspendedReason: 'responsible_admin_inactive' });
  });

  it('does not bring back one whose delivery target has expired since its deletion', async () => {
    const endpoint = await created();
    await toPast();
    const context = aContext();
    const change = { ...context.change, operation: 'delete-endpoint' };
    await fixture.endpoints.remove(endpoint, { ...context, change });
    await loseItems(targetKey(endpoint.id));

    expect((await restore(endpoint)).counts).toMatchObject({ 'endpoint: skip, the endpoint was deleted': 1 });
    expect(await fixture.endpoints.list(endpoint.workspaceId)).toEqual([]);
  });
});
