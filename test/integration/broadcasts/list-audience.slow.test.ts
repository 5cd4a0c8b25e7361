import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { newEstimate } from '#shared/broadcasts/domain/broadcast-estimate.ts';
import { NO_RECIPIENTS } from '#shared/broadcasts/domain/recipient-counts.ts';
import { isPlatformBroadcast } from '#shared/broadcasts/domain/recipient.ts';
import { estimateBasis } from '#shared/broadcasts/use-cases/estimate-basis.ts';
import type { ContactImport } from '#shared/messaging/domain/contact-import.ts';
import { memberOf } from '#shared/messaging/domain/list-member.ts';
import { aCompletedImport } from '#test/support/builders/messaging/import-builders.ts';
import { aContext } from '#test/support/builders/platform/command-builders.ts';
import { aPhoneEndingIn, startBroadcastWorld } from '#test/support/fixtures/broadcasts/broadcast-world.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';
import { queueEvent } from '#test/support/fixtures/platform/queue-event.ts';
import { startLocalCloud } from '#test/support/fixtures/platform/stacks/local-cloud.ts';

const DONE = { batchItemFailures: [] };

const cloud = forAllTests(startLocalCloud, 'stop');
beforeEach(() => cloud.tidy());

const LIST_SECONDS = 90 * 86_400;

/** A broadcast to a list with some of these contacts, and with contacts that were deleted. */
async function aListBroadcast(
  phones: readonly (string | null)[],
  {
    isMember = () => true,
    deleted = [],
    age = 0,
  }: {
    readonly isMember?: (index: number) => boolean;
    readonly deleted?: readonly string[];
    /** Of the list, in seconds. */
    readonly age?: number;
  } = {},
) {
  const list = randomUUID();
  const world = await startBroadcastWorld(cloud, phones, { audience: { list } });
  const { workspaceId, contacts } = world;
  const createdAt = new Date(cloud.clock().getTime() - age * 1000);
  const imported = aCompletedImport({ id: list, workspaceId, createdAt });
  await cloud.stores.imports.create(imported, aContext());
  const members = contacts.filter((_, index) => isMember(index)).map(({ id }) => id);
  await addMembers(imported, [...members, ...deleted]);
  return { world };
}

async function addMembers(imported: ContactImport, contactIds: readonly string[]): Promise<void> {
  const members = contactIds.flatMap((id, index) => memberOf(imported, id, index + 1) ?? []);
  await Promise.all(members.map((member) => cloud.stores.listMembers.add(member)));
}

describe('send-broadcast-messages to an uploaded list', () => {
  it('sends to each member once, and skips the deleted ones', async () => {
    const phones = Array.from({ length: 100 }, (_, index) => aPhoneEndingIn('10', index));
    const deleted = [randomUUID(), randomUUID()];
    const { world } = await aListBroadcast([...phones, null], {
      isMember: (index) => index % 2 === 0,
      deleted,
    });
    expect(await world.run(await world.message())).toEqual(DONE);
    await world.finish();

    const outcomes = await world.outcomes();
    expect(outcomes.filter((_, index) => index % 2 === 1)).toEqual(Array.from({ length: 50 }, () => 'none'));
    expect(outcomes.filter((outcome) => outcome === 'delivered')).toHaveLength(50);
    expect(outcomes.at(-1)).toBe('skipped contact_unreachable');
    expect(world.requests).toHaveLength(50);
    expect(new Set(world.requests.map(({ message }) => message)).size).toBe(50);
    const erased = await cloud.stores.recipients.findAll(world.id, deleted);
    expect(erased.map(({ status, reason }) => [status, reason])).toEqual([
      ['skipped', 'contact_erased'],
      ['skipped', 'contact_erased'],
    ]);
    expect(await cloud.stores.recipients.readCounts(world.id)).toEqual({
      ...NO_RECIPIENTS,
      delivered: 50,
      skipped: 3,
    });
    expect(await world.stored()).toMatchObject({ state: 'finished', recipients: 50 });
  });

  it('adds each member once if it is killed between pages', async () => {
    const phones = Array.from({ length: 170 }, (_, index) =>
      index < 20 ? aPhoneEndingIn('10', index) : null,
    );
    const { world } = await aListBroadcast(phones);
    const before = cloud.power.cuts();
    // Each page reads up to 80 contacts: the kills are in the first page, in the second page, and in the second page again.
    for (const call of [60, 130, 60]) {
      const { due } = (await world.state()).run;
      cloud.clock.advance(Math.max(0, ((due?.at.getTime() ?? 0) - cloud.clock().getTime()) / 1000));
      const message = await world.message();
      cloud.power.cutAt(call, 'after');
      await world.run(message);
      cloud.power.restore();
    }
    expect(cloud.power.cuts() - before).toBe(3);
    await world.finish();

    expect(await world.expectSound()).toEqual({ ...NO_RECIPIENTS, delivered: 20, skipped: 150 });
  });

  it.each([
    ['has expired', LIST_SECONDS],
    ['has expired while its members are being deleted', LIST_SECONDS + 3600],
  ])('fails with what to do if the list %s', async (_, age) => {
    const { world } = await aListBroadcast([aPhoneEndingIn('10')], { age });
    await world.run(await world.message());
    await world.finish();

    expect(await world.stored()).toMatchObject({
      state: 'failed',
      error: expect.stringMatching(/expired.*Import the file again/u),
    });
    expect(world.requests).toEqual([]);
    expect((await world.state()).run).toMatchObject({ phase: 'ended', due: null });
    expect(await world.events()).toEqual(['broadcast.failed']);
  });

  it('sends to a list shortly before it expires', async () => {
    const { world } = await aListBroadcast([aPhoneEndingIn('10')], { age: LIST_SECONDS - 3600 });
    await world.run(await world.message());
    await world.finish();

    expect(await world.outcomes()).toEqual(['delivered']);
  });
});

describe('the estimate of a broadcast to an uploaded list', () => {
  async function anEstimate(
    phones: readonly (string | null)[],
    options: Parameters<typeof aListBroadcast>[1],
  ) {
    const { world } = await aListBroadcast(phones, options);
    const { workspaceId, id } = world;
    const stored = await world.stored();
    if (!isPlatformBroadcast(stored)) throw new Error('The platform sends it');
    const now = cloud.clock();
    const estimate = newEstimate(stored, estimateBasis(stored), undefined, now);
    await cloud.stores.broadcastEstimates.request(undefined, estimate, aContext());
    const seq = estimate.due?.seq ?? expect.fail('There is no job');
    const job = { resource: 'broadcast_estimate', id, workspaceId, seq, dueAt: now.getTime() };
    expect(await world.run(queueEvent(job))).toEqual(DONE);
    return cloud.stores.broadcastEstimates.find(workspaceId, id);
  }

  it('counts its members that were not deleted', async () => {
    const phones = [...Array.from({ length: 6 }, (_, index) => aPhoneEndingIn('10', index)), null];
    const isMember = (index: number) => index % 2 === 0;

    expect(await anEstimate(phones, { isMember, deleted: [randomUUID()] })).toMatchObject({
      state: 'ready',
      counts: { recipients: 3, unreachable: 1, optedOut: 0, parts: 3 },
    });
  });

  it('fails if the list has expired', async () => {
    expect(await anEstimate([aPhoneEndingIn('10')], { age: LIST_SECONDS })).toMatchObject({
      state: 'failed',
      due: null,
    });
  });
});
