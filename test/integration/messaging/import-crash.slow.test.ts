import { beforeEach, describe, expect, it } from 'vitest';
import * as importContacts from '#functions/messaging/import-contacts/index.ts';
import { fromEventItem } from '#shared/events/store/event-items.ts';
import { eventPartition } from '#shared/events/store/keys.ts';
import {
  type ContactImport,
  importFileKey,
  newImport,
  startedImport,
} from '#shared/messaging/domain/contact-import.ts';
import { newId, SHARDS } from '#shared/platform/runtime/ids.ts';
import { aContact } from '#test/support/builders/messaging/contact-builders.ts';
import { aContext } from '#test/support/builders/platform/command-builders.ts';
import { createWorkspaceIn } from '#test/support/builders/workspaces/workspace-builders.ts';
import { createMemoryImportFiles } from '#test/support/fakes/messaging/memory-import-files.ts';
import { fileOf } from '#test/support/fixtures/messaging/imports-api.ts';
import { isCrashSkipped } from '#test/support/fixtures/platform/depth.ts';
import { lostResponse, meanwhile } from '#test/support/fixtures/platform/faults/faults.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';
import { queueEvent } from '#test/support/fixtures/platform/queue-event.ts';
import { startLocalCloud } from '#test/support/fixtures/platform/stacks/local-cloud.ts';

const DONE = { batchItemFailures: [] };
const ADA = { email: 'ada@example.com', name: 'Ada' };
const LINES = [
  ADA,
  'bad',
  { phone: '+12025550143', name: 'Grace' },
  { email: 'ada@example.com', stage: 'lead' },
  { email: 'ada@example.com', name: 'Ada' },
  { email: 'ada@example.com', phone: '+12025550143' },
  'bad again',
];

const cloud = forAllTests(startLocalCloud, 'stop');
beforeEach(() => cloud.tidy());

/** An import that was started, of a file in a fake bucket whose calls pass the crash switch. */
async function anImport(lines: readonly unknown[] = LINES, list: string | null = null) {
  const { stores, clock, power } = cloud;
  const { workspaceId } = await createWorkspaceIn(stores.workspaces);
  const bucket = createMemoryImportFiles();
  const file = fileOf(...lines);
  const before = newImport({ id: newId(clock()), workspaceId }, { size: file.length, list }, clock());
  bucket.stored.set(importFileKey(before), file);
  const part = await bucket.read(importFileKey(before), 0, 1);
  await stores.imports.create(before, aContext());
  await stores.imports.start(before, startedImport(before, part?.version ?? '', clock()), aContext());
  const files = {
    read: (key: string, offset: number, length: number) =>
      power.through('GetObject', () => bucket.read(key, offset, length)),
    remove: (key: string) => power.through('DeleteObject', () => bucket.remove(key)),
  };

  const stored = async (): Promise<ContactImport> =>
    (await stores.imports.find(workspaceId, before.id)) ?? expect.fail('The import is gone');

  async function message() {
    const { due, dueSeq, id } = await stored();
    const job = {
      resource: 'contact_import',
      id,
      workspaceId,
      seq: due?.seq ?? dueSeq,
      dueAt: clock().getTime(),
    };
    return queueEvent(job);
  }

  return {
    workspaceId,
    bucket,
    stored,
    message,
    run: (event: Awaited<ReturnType<typeof message>>) =>
      cloud.start('import-contacts', importContacts, { ports: { files } })(event),

    /** Continues as the timers do, until the import has ended. Returns the seconds that passed. */
    async finish(): Promise<number> {
      const begin = clock().getTime();
      for (let due = (await stored()).due; due; due = (await stored()).due) {
        clock.advance(Math.max(0, (due.at.getTime() - clock().getTime()) / 1000));
        await this.run(await message());
      }
      return (clock().getTime() - begin) / 1000;
    },

    /** Short names of the events of the workspace that were recorded in these minutes. */
    async events(from: Date): Promise<string[]> {
      const minutes: Date[] = [];
      for (let at = from.getTime(); at <= clock().getTime(); at += 60_000) minutes.push(new Date(at));
      const partitions = minutes.flatMap((at) =>
        Array.from({ length: SHARDS }, (_, shard) => eventPartition(at, shard)),
      );
      const items = await Promise.all(
        partitions.map((pk) =>
          cloud.core.query({ pk, from: '0', to: '~', descending: false, limit: 1000, consistent: true }),
        ),
      );
      return items
        .flat()
        .map(fromEventItem)
        .filter((event) => event.workspaceId === workspaceId)
        .map(({ event }) => event.replace('salesbot.contact.', ''))
        .toSorted();
    },
  };
}

const EVE = { email: 'eve@example.com', name: 'Eve' };
const GRACE = { email: 'grace@example.com', name: 'Grace' };
const LIST_LINES = [
  EVE,
  'bad',
  ADA,
  { ...EVE, name: 'Not Eve' },
  { ...GRACE, stage: 'lead' },
  ADA,
  EVE,
  { phone: '+12025550143' },
];

/** An import with a list, of which two contacts exist. */
async function aListImport() {
  const world = await anImport(LIST_LINES, 'Guests');
  const { workspaceId } = world;
  for (const fields of [EVE, GRACE])
    await cloud.stores.contacts.create(aContact({ workspaceId, phone: null, ...fields }), [], aContext());
  return world;
}

/** Each contact is in the list once, and each line was counted once. */
async function expectWholeList(world: World): Promise<void> {
  const { workspaceId, id, state, counts } = await world.stored();
  expect({ state, counts }).toEqual({
    state: 'completed',
    counts: { created: 2, updated: 1, unchanged: 1, rejected: 1, duplicates: 3 },
  });
  const rejections = await cloud.stores.imports.readRejections(workspaceId, id);
  expect(rejections.map(({ line, code }) => `${line} ${code}`)).toEqual([
    '2 malformed_json',
    '4 duplicate_line',
    '6 duplicate_line',
    '7 duplicate_line',
  ]);
  const { contactIds } = await cloud.stores.listMembers.readPage(id, undefined, 100);
  const members = await Promise.all(
    contactIds.map((contactId) => cloud.stores.listMembers.find(id, contactId)),
  );
  expect(new Set(members.map((member) => member?.line))).toEqual(new Set([1, 3, 5, 8]));
  expect(members).toHaveLength(4);
}

type World = Awaited<ReturnType<typeof anImport>>;

/** Every line has taken effect once. */
async function expectWhole(world: World, from: Date): Promise<void> {
  expect(await world.stored()).toMatchObject({
    state: 'completed',
    lines: LINES.length,
    counts: { created: 2, updated: 1, unchanged: 1, rejected: 3, duplicates: 0 },
    due: null,
  });
  const { workspaceId, id } = await world.stored();
  const rejections = await cloud.stores.imports.readRejections(workspaceId, id);
  expect(rejections.map(({ line, code }) => `${line} ${code}`)).toEqual([
    '2 malformed_json',
    '6 contact_exists',
    '7 malformed_json',
  ]);
  expect(await world.events(from)).toEqual(['created', 'created', 'stage_changed']);
}

/** The calls of an import of these lines, if none is repeated. */
const MIN_CALLS = 15;
const MIN_LIST_CALLS = 25;

/** Crashes an import at each of its calls, before or after it, and continues. */
async function crashAnywhere(
  moment: 'before' | 'after',
  make: () => Promise<World>,
  fewestCalls: number,
  expectDone: (world: World, from: Date) => Promise<void>,
): Promise<void> {
  const begin = cloud.clock();
  const whole = await make();
  const first = await whole.message();
  cloud.power.restore();
  expect(await whole.run(first)).toEqual(DONE);
  const calls = cloud.power.calls();
  expect(calls.length).toBeGreaterThanOrEqual(fewestCalls);
  await expectDone(whole, begin);
  expect(whole.bucket.stored.size).toBe(0);

  for (let call = 1; call <= calls.length; call += 1) {
    if (isCrashSkipped(moment, call)) continue;
    cloud.tidy();
    const world = await make();
    const from = cloud.clock();
    const message = await world.message();
    cloud.power.cutAt(call, moment);
    await world.run(message);
    const isCut = cloud.power.isCut();
    cloud.power.restore();
    // On a busy machine, the SDK repeats a request that the emulator serves late: one run has more calls than another.
    if (!isCut) {
      expect(call).toBeGreaterThan(fewestCalls);
      break;
    }
    // The message is received again, and the next attempt is planned.
    await world.run(message);
    await world.finish();

    await expectDone(world, from);
  }
}

describe.each(['before', 'after'] as const)('import-contacts, crashed %s any call', (moment) => {
  it('has applied each line once when the import ends', async () => {
    await crashAnywhere(moment, () => anImport(), MIN_CALLS, expectWhole);
  });

  it('has added each contact to the list once when the import ends', async () => {
    await crashAnywhere(moment, aListImport, MIN_LIST_CALLS, expectWholeList);
  });
});

describe('import-contacts', () => {
  it('applies a line once if the response to its transaction is lost', async () => {
    const from = cloud.clock();
    const world = await anImport();
    cloud.faults.dynamo.script(lostResponse('TransactWriteItems'));
    expect(await world.run(await world.message())).toEqual(DONE);
    await world.finish();

    await expectWhole(world, from);
  });

  it('stops if another run overtakes it between the read and the write', async () => {
    const from = cloud.clock();
    const world = await anImport();
    const message = await world.message();
    let overtaking: Promise<number> | undefined;
    cloud.faults.dynamo.script(
      meanwhile('TransactWriteItems', () => {
        cloud.clock.advance(60);
        overtaking = world.finish();
        return overtaking;
      }),
    );
    expect(await world.run(message)).toEqual(DONE);
    await overtaking;

    await expectWhole(world, from);
  });

  it('applies a line to the contact that another request creates between the read and the write', async () => {
    const from = cloud.clock();
    const world = await anImport([{ ...ADA, stage: 'lead' }]);
    const { workspaceId } = world;
    cloud.faults.dynamo.script(
      meanwhile('TransactWriteItems', () =>
        cloud.stores.contacts.create(aContact({ workspaceId, ...ADA }), [], aContext()),
      ),
    );
    await world.run(await world.message());
    await world.finish();

    expect(await world.stored()).toMatchObject({ counts: { created: 0, updated: 1, rejected: 0 } });
    expect(await world.events(from)).toEqual(['stage_changed']);
  });
});
