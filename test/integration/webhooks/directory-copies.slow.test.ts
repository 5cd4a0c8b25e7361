import { randomUUID } from 'node:crypto';
import { DeleteItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { describe, expect, it } from 'vitest';
import { itemSize } from '#bench/cost/item-size.ts';
import { createDecision } from '#scripts/lib/restore/restore-decision.ts';
import { restoreEndpoints } from '#scripts/lib/restore/restore-endpoints.ts';
import { EVENT_CATALOGUE, findEvent } from '#shared/events/catalogue/event-catalogue.ts';
import { matchEndpoints } from '#shared/events/recording/match-endpoints.ts';
import { createDynamoEndpointDirectory } from '#shared/events/store/dynamo-endpoint-directory.ts';
import { DIRECTORY_COPIES, directoryKeys, type Key } from '#shared/platform/store/keys.ts';
import type { Item } from '#shared/platform/store/table.ts';
import { ENDPOINT_LIMIT, type Endpoint } from '#shared/webhooks/domain/endpoint.ts';
import { aContext, NOW, secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { anEdit, anEndpoint } from '#test/support/builders/webhooks/endpoint-builders.ts';
import { createWorkspaceIn } from '#test/support/builders/workspaces/workspace-builders.ts';
import { meanwhile } from '#test/support/fixtures/platform/faults/faults.ts';
import { emulatedStores } from '#test/support/fixtures/platform/platform-fixture.ts';

const { emulator, fixture, faults } = emulatedStores();

/** Strongly consistent read units a second of one partition (DynamoDB Developer Guide, "Partitions and data distribution"). */
const READ_UNITS_OF_A_PARTITION = 3000;
const READ_UNIT_BYTES = 4096;

async function createEndpoint(overrides: Partial<Endpoint> = {}) {
  const { owned, workspaceId } = await createWorkspaceIn(fixture.workspaces);
  const endpoint = anEndpoint({ ...owned, ...overrides });
  await fixture.endpoints.create(endpoint, aContext());
  return { endpoint, owned, workspaceId };
}

/** What an event matches against, for each copy that it may read. */
function readCopies(workspaceId: string) {
  return Promise.all(
    Array.from({ length: DIRECTORY_COPIES }, (_, copy) =>
      createDynamoEndpointDirectory(emulator.core, () => copy / DIRECTORY_COPIES).readDirectory(workspaceId),
    ),
  );
}

function readItems(workspaceId: string) {
  return Promise.all(directoryKeys(workspaceId).map((key) => emulator.core.get(key)));
}

describe('the copies of an endpoint directory', () => {
  it('show a change of an endpoint as soon as it is confirmed, whichever copy an event reads', async () => {
    const { endpoint, workspaceId } = await createEndpoint();
    const event = findEvent('salesbot.store.order_paid') ?? expect.unreachable();
    const matched = async () =>
      (await readCopies(workspaceId)).map(
        (directory) => matchEndpoints(directory, { event, channel: undefined, data: {} }).matches.length,
      );
    expect(await matched()).toEqual(Array.from({ length: DIRECTORY_COPIES }, () => 0));

    const enabled = anEdit(endpoint, { enabled: true }, secondsAfterNow(1));
    await fixture.endpoints.save(endpoint, enabled, aContext());
    expect(await matched()).toEqual(Array.from({ length: DIRECTORY_COPIES }, () => 1));

    await fixture.endpoints.remove(enabled.endpoint, aContext());
    expect(await matched()).toEqual(Array.from({ length: DIRECTORY_COPIES }, () => 0));
  });

  it('are all read', async () => {
    const { workspaceId } = await createEndpoint();
    const read = new Set<string>();
    const table = {
      ...emulator.core,
      get: (key: { pk: string; sk: string }) => (read.add(key.pk), emulator.core.get(key)),
    };
    const { readDirectory } = createDynamoEndpointDirectory(table);
    for (let reads = 0; reads < 200; reads += 1) await readDirectory(workspaceId);

    expect(read).toEqual(new Set(directoryKeys(workspaceId).map(({ pk }) => pk)));
  });

  it('are equal after racing creates, edits and deletions, and each enforces the limit', async () => {
    const { owned, workspaceId } = await createWorkspaceIn(fixture.workspaces);
    const runs = Array.from({ length: ENDPOINT_LIMIT + 5 }, async (_, index) => {
      const endpoint = anEndpoint(owned);
      await fixture.endpoints.create(endpoint, aContext());
      const edit = anEdit(endpoint, { enabled: true }, secondsAfterNow(index));
      await fixture.endpoints.save(endpoint, edit, aContext());
      if (index % 3 === 0) await fixture.endpoints.remove(edit.endpoint, aContext());
    });
    await Promise.allSettled(runs);

    const [first, ...others] = (await readItems(workspaceId)).map((item) => item?.['endpoints']);
    expect(Object.keys(Object(first)).length).toBeGreaterThan(0);
    expect(Object.keys(Object(first)).length).toBeLessThanOrEqual(ENDPOINT_LIMIT);
    for (const other of others) expect(other).toEqual(first);
  });

  it('serve 10,000 events a second with the largest directory', async () => {
    const subscriptions = EVENT_CATALOGUE.map(({ name }) => ({ event: name, channel: 'all' as const }));
    const { owned, workspaceId } = await createWorkspaceIn(fixture.workspaces);
    for (let count = 0; count < ENDPOINT_LIMIT; count += 1)
      await fixture.endpoints.create(
        anEndpoint({ ...owned, subscriptions, settingsVersion: 1_000_000 }),
        aContext(),
      );
    const [item = {}] = await readItems(workspaceId);
    const readUnits = Math.ceil(itemSize(marshall(item)) / READ_UNIT_BYTES);

    expect(readUnits).toBe(2);
    expect((DIRECTORY_COPIES * READ_UNITS_OF_A_PARTITION) / readUnits).toBeGreaterThanOrEqual(10_000);
  }, 60_000);
});

describe('restoring a directory', () => {
  const printed: string[] = [];

  /** Restores the endpoints of a workspace, whose items are not lost. Returns whether the directory was written. */
  async function restoreDirectory(workspaceId: string, past: Item): Promise<boolean> {
    const counts: string[] = [];
    const tables = {
      live: emulator.core,
      restored: {
        get: async (key: Key) => (key.pk === past['pk'] ? past : emulator.core.get(key)),
      },
      overwrite: false,
      now: NOW,
    };
    await restoreEndpoints(workspaceId, new Set(), {
      ...tables,
      apply: true,
      decide: createDecision({ ...tables, erasures: new Map(), deletedEndpoints: new Set() }),
      print: (line) => printed.push(line),
      count: (label) => counts.push(label),
    });
    return counts.includes('directory: written');
  }

  async function loseCopies(workspaceId: string, ...copies: readonly number[]) {
    for (const [copy, { pk, sk }] of directoryKeys(workspaceId).entries())
      if (copies.includes(copy))
        await emulator.core.client.send(
          new DeleteItemCommand({ TableName: emulator.core.name, Key: marshall({ pk, sk }) }),
        );
  }

  async function backup(workspaceId: string): Promise<Item> {
    const [first] = await readItems(workspaceId);
    return first ?? expect.unreachable();
  }

  it.each([
    ['the first copy', [0]],
    ['another copy', [5]],
    ['all copies', [0, 1, 2, 3, 4, 5, 6, 7]],
  ])('writes all copies if %s is lost', async (_, lost) => {
    const { workspaceId, endpoint } = await createEndpoint();
    const past = await backup(workspaceId);
    await loseCopies(workspaceId, ...lost);

    expect(await restoreDirectory(workspaceId, past)).toBe(true);
    for (const directory of await readCopies(workspaceId))
      expect(directory.map(({ endpointId }) => endpointId)).toEqual([endpoint.id]);
    expect(await restoreDirectory(workspaceId, past)).toBe(false);
  });

  it('keeps endpoints that were created since, in every copy', async () => {
    const { workspaceId, owned, endpoint } = await createEndpoint();
    const past = await backup(workspaceId);
    const later = anEndpoint(owned);
    await fixture.endpoints.create(later, aContext());
    await loseCopies(workspaceId, 3);

    await restoreDirectory(workspaceId, past);
    for (const directory of await readCopies(workspaceId))
      expect(directory.map(({ endpointId }) => endpointId).toSorted()).toEqual(
        [endpoint.id, later.id].toSorted(),
      );
  });

  it('adds no endpoint beyond the limit', async () => {
    const { workspaceId, endpoint } = await createEndpoint();
    const past = await backup(workspaceId);
    const others = Object.fromEntries(Array.from({ length: ENDPOINT_LIMIT }, () => [randomUUID(), {}]));
    for (const key of directoryKeys(workspaceId))
      await emulator.core.client.send(
        new PutItemCommand({
          TableName: emulator.core.name,
          Item: marshall({ ...past, ...key, endpoints: others }),
        }),
      );

    expect(await restoreDirectory(workspaceId, past)).toBe(false);
    expect(printed.join('\n')).toContain(
      `endpoint ${endpoint.id} of workspace ${workspaceId}: exceeds the limit of ${ENDPOINT_LIMIT}`,
    );
  });

  it('writes nothing if an endpoint was created meanwhile', async () => {
    const { workspaceId, owned } = await createEndpoint();
    const past = await backup(workspaceId);
    await loseCopies(workspaceId, 7);
    const created = anEndpoint(owned);
    faults.script(
      meanwhile('TransactWriteItems', async () => {
        await restoreDirectory(workspaceId, past);
        await fixture.endpoints.create(created, aContext());
      }),
    );

    expect(await restoreDirectory(workspaceId, past)).toBe(false);
    for (const directory of await readCopies(workspaceId)) expect(directory).toHaveLength(2);
  });
});
