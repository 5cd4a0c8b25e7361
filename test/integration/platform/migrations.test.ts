import { describe, expect, it } from 'vitest';
import { broadcastSenders } from '#scripts/lib/migrations/declared/broadcast-senders.ts';
import { completeRuns } from '#scripts/lib/migrations/migration-progress.ts';
import type { Migration } from '#scripts/lib/migrations/migration.ts';
import { type MigrationRun, runMigrations } from '#scripts/lib/migrations/run-migrations.ts';
import { openChangeStream } from '#scripts/lib/stack/change-stream.ts';
import { broadcastKey } from '#shared/events/store/keys.ts';
import { MalformedItemError } from '#shared/platform/core/errors.ts';
import { type Key, migrationRunKey } from '#shared/platform/store/keys.ts';
import { tryWrite } from '#shared/platform/store/try-write.ts';
import { exists, putItem, updateItem } from '#shared/platform/store/write.ts';
import { failingCall, meanwhile } from '#test/support/fixtures/platform/faults/faults.ts';
import { makeFaulty } from '#test/support/fixtures/platform/faults/faulty-client.ts';
import { forEachTest } from '#test/support/fixtures/platform/for-tests.ts';
import { startEmulator } from '#test/support/fixtures/platform/stacks/emulator.ts';

const NOW = new Date('2026-12-01T10:00:00Z');
const emulator = forEachTest(startEmulator, 'stop');
const faults = forEachTest(() => makeFaulty(emulator.client));

const keyOfBroadcast = (number: number) => broadcastKey(`b${String(number).padStart(3, '0')}`);

function anOldBroadcast(number: number) {
  return {
    ...keyOfBroadcast(number),
    resource: 'broadcast',
    name: `Sale ${number}`,
    lastChange: { nonce: 'n' },
  };
}

async function store(count: number): Promise<void> {
  for (let number = 0; number < count; number += 1)
    await tryWrite(emulator.core, putItem(anOldBroadcast(number)));
}

async function run(overrides: Partial<MigrationRun> = {}) {
  const lines: string[] = [];
  const result = await runMigrations({
    core: emulator.core,
    table: emulator.core,
    migrations: [broadcastSenders],
    apply: true,
    restart: false,
    segments: 3,
    pageItems: 5,
    readPace: async () => {},
    writePace: async () => {},
    clock: () => NOW,
    print: (line) => lines.push(line),
    ...overrides,
  });
  return { ...result, lines };
}

const CHANGED = 'broadcast-senders: broadcast: changed';

async function edit(key: Key, name: string): Promise<void> {
  const update = { expression: 'SET #name = :name', names: { '#name': 'name' }, values: { ':name': name } };
  await tryWrite(emulator.core, updateItem(key, update, exists));
}

describe('runMigrations', () => {
  it('writes each old item once, and nothing in a second run', async () => {
    await store(40);
    const changes = await openChangeStream({
      dynamodbUrl: emulator.endpoint,
      coreTable: emulator.core.name,
    });
    expect(await run({ apply: false })).toMatchObject({ items: 40, counts: { [CHANGED]: 40 }, left: 0 });
    expect(await changes.next()).toEqual([]);

    expect(await run()).toMatchObject({ items: 41, counts: { [CHANGED]: 40 }, left: 0 });
    const written = (await changes.next()).filter(({ key }) => key.startsWith('BC#'));
    expect(written).toHaveLength(40);
    for (const { before, after } of written) expect(after).toEqual({ ...before, sender: 'external' });
    expect(await completeRuns(emulator.core)).toEqual([
      { migration: 'broadcast-senders', finishedAt: NOW, changed: 40 },
    ]);

    expect((await run()).counts).toEqual({});
    expect((await changes.next()).filter(({ key }) => key.startsWith('BC#'))).toEqual([]);
    changes.close();
  });

  it('migrates an item again that a request changes between the read and the write', async () => {
    await store(1);
    const labelled: Migration = {
      ...broadcastSenders,
      change: (item) =>
        item['label'] === undefined ? { ...item, label: `Label of ${String(item['name'])}` } : undefined,
    };
    faults.script(meanwhile('UpdateItem', () => edit(keyOfBroadcast(0), 'Renamed')));
    await run({ migrations: [labelled], segments: 1 });

    expect(await emulator.core.get(keyOfBroadcast(0))).toEqual({
      ...anOldBroadcast(0),
      name: 'Renamed',
      label: 'Label of Renamed',
    });
  });

  it('reports an item that others change again and again, and reads everything in the next run', async () => {
    await store(1);
    let edits = 0;
    const busy: Migration = {
      ...broadcastSenders,
      async change(item, context) {
        const changed = await broadcastSenders.change(item, context);
        if (changed) await edit(keyOfBroadcast(0), `Edit ${(edits += 1)}`);
        return changed;
      },
    };
    const result = await run({ migrations: [busy], core: { ...emulator.core, backOff: async () => {} } });

    expect(result).toMatchObject({ left: 1, counts: { 'broadcast: busy': 1 } });
    expect(await completeRuns(emulator.core)).toEqual([]);
    expect((await run()).counts).toEqual({ [CHANGED]: 1 });
  });

  it('continues behind the stored positions of an interrupted run, with its number of parts', async () => {
    await store(40);
    let pages = 0;
    const readPace = async () => {
      pages += 1;
      if (pages > 6) throw new Error('interrupted');
    };
    await expect(run({ readPace })).rejects.toThrow('interrupted');
    const stored = await emulator.core.get(migrationRunKey(['broadcast-senders']));
    expect(stored).toMatchObject({ segments: 3 });

    let read = 0;
    const result = await run({ segments: 1, readPace: async () => void (read += 1) });
    expect(result.lines[0]).toMatch(/^continues the run of 2026-12-01T10:00:00.000Z after [1-9]\d* items$/u);
    expect(result.counts).toEqual({ [CHANGED]: 40 });
    expect(read).toBeLessThan(10);
  });

  it('counts an item that a migration cannot parse, and migrates the others', async () => {
    await store(3);
    const picky: Migration = {
      ...broadcastSenders,
      change(item, context) {
        if (item['pk'] === keyOfBroadcast(1).pk) throw new MalformedItemError(keyOfBroadcast(1).pk);
        return broadcastSenders.change(item, context);
      },
    };

    expect(await run({ migrations: [picky] })).toMatchObject({
      left: 1,
      counts: { [CHANGED]: 2, 'broadcast: malformed': 1 },
    });
  });

  it('stops at a migration that never ends', async () => {
    await store(1);
    const endless: Migration = {
      ...broadcastSenders,
      change: (item) => ({ ...item, count: Number(item['count'] ?? 0) + 1 }),
    };

    await expect(run({ migrations: [endless] })).rejects.toThrow('changes an item twice');
    expect(await emulator.core.get(keyOfBroadcast(0))).toEqual(anOldBroadcast(0));
  });

  it('ends with an error of the table, and continues in the next run', async () => {
    await store(20);
    faults.script(failingCall('UpdateItem', new Error('gone')));
    await expect(run()).rejects.toThrow('gone');

    expect((await run()).left).toBe(0);
    expect(await run({ apply: false })).toMatchObject({ counts: {} });
  });
});
