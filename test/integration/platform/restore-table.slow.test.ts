import { randomUUID } from 'node:crypto';
import { ScanCommand } from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import { describe, expect, it } from 'vitest';
import { restoreTable } from '#scripts/lib/restore/restore-table.ts';
import { merged } from '#shared/events/recording/erasure.ts';
import { hashContact } from '#shared/events/runtime/contact-hash.ts';
import { eventKey } from '#shared/events/store/keys.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import { directoryKeys, type Key, quotaKey } from '#shared/platform/store/keys.ts';
import { MAX_SHARDS } from '#shared/webhooks/domain/delivery-shards.ts';
import type { Endpoint } from '#shared/webhooks/domain/endpoint.ts';
import { afterLink, type LinkPurpose, type MailTarget } from '#shared/webhooks/domain/mail-consent.ts';
import {
  endpointKey,
  notificationRequestKey,
  notificationTargetKey,
  targetKey,
} from '#shared/webhooks/store/keys.ts';
import { anErasure, anEventAbout } from '#test/support/builders/events/event-builders.ts';
import { aContext, secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { anEdit, anEndpoint } from '#test/support/builders/webhooks/endpoint-builders.ts';
import { aMailTarget } from '#test/support/builders/webhooks/notification-builders.ts';
import { createWorkspaceIn } from '#test/support/builders/workspaces/workspace-builders.ts';
import { meanwhile } from '#test/support/fixtures/platform/faults/faults.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';
import { copyItems, lose } from '#test/support/fixtures/platform/past-table.ts';
import { emulatedStores } from '#test/support/fixtures/platform/platform-fixture.ts';
import { startEmulator } from '#test/support/fixtures/platform/stacks/emulator.ts';

const { emulator, fixture, faults } = emulatedStores();
const past = forAllTests(startEmulator, 'stop');

async function created(): Promise<Endpoint> {
  const { owned } = await createWorkspaceIn(fixture.workspaces);
  const endpoint = anEndpoint(owned);
  await fixture.endpoints.create(endpoint, aContext());
  return endpoint;
}

/** Doubles the shards until the endpoint has this number. */
async function grow({ workspaceId, id: endpointId }: Endpoint, from: number, to: number): Promise<void> {
  for (let shards = from; shards < to; shards *= 2)
    expect(await fixture.shards.grow({ workspaceId, endpointId, shards }, shards * 2)).toBe(true);
}

const copyToPast = () => copyItems(emulator.core, past.core);
const loseItems = (...keys: readonly Key[]) => lose(emulator.core, ...keys);

async function restore(workspaceId: string): Promise<readonly string[]> {
  const lines: string[] = [];
  await restoreTable({
    live: emulator.core,
    restored: past.core,
    overwrite: true,
    apply: true,
    workspaceId,
    now: secondsAfterNow(3600),
    print: (line) => lines.push(line),
  });
  return lines;
}

/** The numbers of shards in the endpoint, its delivery target and all copies of the directory, without repetitions. */
async function shardsOf({ workspaceId, id }: Endpoint): Promise<readonly number[]> {
  const [endpoint, target, ...copies] = await Promise.all(
    [endpointKey(id), targetKey(id), ...directoryKeys(workspaceId)].map(async ({ pk, sk }) => {
      const { Items = [] } = await emulator.client.send(
        new ScanCommand({
          TableName: emulator.core.name,
          FilterExpression: 'pk = :pk AND sk = :sk',
          ExpressionAttributeValues: marshall({ ':pk': pk, ':sk': sk }),
        }),
      );
      return Items[0] && unmarshall(Items[0]);
    }),
  );
  const entries = copies.map((copy) => copy && (copy['shards'][id] ?? 1));
  return [...new Set([endpoint?.['shards'], target?.['shards'], ...entries])];
}

describe('a restore of an endpoint with more shards than in the past', () => {
  const KEYS_OF = {
    'that differs': () => [],
    'whose item is lost': ({ id }) => [endpointKey(id)],
    'whose delivery target is lost': ({ id }) => [targetKey(id)],
    'whose two items are lost': ({ id }) => [endpointKey(id), targetKey(id)],
    'whose directory is lost': ({ workspaceId }) => directoryKeys(workspaceId),
  } satisfies Record<string, (endpoint: Endpoint) => readonly Key[]>;

  it.each(Object.entries(KEYS_OF))('%s, keeps the number', async (_, keysOf) => {
    const endpoint = await created();
    await copyToPast();
    await grow(endpoint, 1, 4);
    await loseItems(...keysOf(endpoint));
    await restore(endpoint.workspaceId);

    expect(await shardsOf(endpoint)).toEqual([4]);
  });

  it('that is lost everywhere, sets the maximum, which includes the lost number', async () => {
    const endpoint = await created();
    await copyToPast();
    await grow(endpoint, 1, 4);
    const { id, workspaceId } = endpoint;
    await loseItems(endpointKey(id), targetKey(id), ...directoryKeys(workspaceId));
    await restore(workspaceId);

    expect(await shardsOf(endpoint)).toEqual([MAX_SHARDS]);
  });

  it('loses no growth that happens between its read and its write', async () => {
    const endpoint = await created();
    await copyToPast();
    await fixture.endpoints.save(endpoint, anEdit(endpoint, { name: 'Renamed' }), aContext());
    faults.script(meanwhile('TransactWriteItems', () => grow(endpoint, 1, 2)));
    const lines = await restore(endpoint.workspaceId);

    expect(lines.join('\n')).toContain('was changed during the restore');
    expect(await shardsOf(endpoint)).toEqual([2]);
  });
});

describe('a restore of a notification target with an email address', () => {
  async function asked(): Promise<MailTarget> {
    const { workspaceId } = await createWorkspaceIn(fixture.workspaces);
    const target = aMailTarget({ workspaceId });
    await fixture.notificationTargets.create(target, aContext());
    return target;
  }

  /** The target after its owner used a link. */
  async function answered(before: MailTarget, purpose: LinkPurpose): Promise<MailTarget> {
    const after = afterLink(before, purpose, secondsAfterNow(60)) ?? expect.fail();
    await fixture.notificationTargets.save(before, after, aContext());
    return after;
  }

  it('brings back a lost one with its links, its place in the quota, and without another mail', async () => {
    const target = await asked();
    const { id, workspaceId, destination } = target;
    const mailId = destination.confirmation?.id ?? '';
    await copyToPast();
    await loseItems(
      notificationTargetKey(workspaceId, id),
      notificationRequestKey(mailId),
      quotaKey(workspaceId, 'notification-targets'),
    );
    await restore(workspaceId);

    // A revision that no client has seen.
    const restored = { ...target, revision: target.revision + 1 };
    expect(await fixture.notificationTargets.find(workspaceId, id)).toEqual(restored);
    expect(await fixture.dispatchOfTest(mailId)).toBeUndefined();
    expect(await fixture.readRoom(workspaceId, 'notification-targets')).toBe(4);
  });

  it('does not overwrite the answer of an owner who has unsubscribed since', async () => {
    const confirmed = await answered(await asked(), 'confirm');
    await copyToPast();
    const unsubscribed = await answered(confirmed, 'unsubscribe');
    await restore(confirmed.workspaceId);

    expect(await fixture.notificationTargets.find(confirmed.workspaceId, confirmed.id)).toEqual(unsubscribed);
  });
});

describe('a restore of events about an erased contact', () => {
  it('omits those that were recorded before a later request was merged into the erasure', async () => {
    const { workspaceId } = await createWorkspaceIn(fixture.workspaces);
    const contact = randomUUID();
    const events = [20, 40].map((after) => {
      const recordedAt = secondsAfterNow(after);
      return anEventAbout(contact, { workspaceId, id: newId(recordedAt), recordedAt });
    });
    for (const event of events) await fixture.events.record(event, aContext(), undefined);
    const erasure = anErasure({ workspaceId, contact: hashContact(contact), createdAt: secondsAfterNow(10) });
    await fixture.erasures.create(erasure, aContext());
    await fixture.erasures.merge(merged(erasure, secondsAfterNow(30)), aContext());
    await copyToPast();
    await loseItems(...events.map(({ id }) => eventKey(id)));
    await restore(workspaceId);

    const found = await Promise.all(events.map(({ id }) => fixture.events.find(id)));
    expect(found.map((event) => event?.id)).toEqual([undefined, events[1]?.id]);
  });
});
