import { beforeEach, describe, expect, it } from 'vitest';
import * as reachDates from '#functions/messaging/reach-dates/index.ts';
import * as sweepSchedules from '#functions/platform/sweep-schedules/index.ts';
import { fromEventItem } from '#shared/events/store/event-items.ts';
import { eventPartition } from '#shared/events/store/keys.ts';
import type { Contact } from '#shared/messaging/domain/contact.ts';
import { ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import { localDay } from '#shared/platform/identity/calendar.ts';
import { SHARDS } from '#shared/platform/runtime/ids.ts';
import { aContact } from '#test/support/builders/messaging/contact-builders.ts';
import { aContext } from '#test/support/builders/platform/command-builders.ts';
import { createWorkspaceIn } from '#test/support/builders/workspaces/workspace-builders.ts';
import { isCrashSkipped } from '#test/support/fixtures/platform/depth.ts';
import { lostResponse, meanwhile } from '#test/support/fixtures/platform/faults/faults.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';
import { queueEvent } from '#test/support/fixtures/platform/queue-event.ts';
import { CONTEXT, startLocalCloud } from '#test/support/fixtures/platform/stacks/local-cloud.ts';

const DONE = { batchItemFailures: [] };

const cloud = forAllTests(startLocalCloud, 'stop');
beforeEach(() => cloud.tidy());

/** A workspace with contacts whose birthday is today, and a calendar that is due. */
async function aWorkspace(count: number) {
  const { stores, clock } = cloud;
  const { workspaceId } = await createWorkspaceIn(stores.workspaces);
  const today = localDay(clock(), 'Europe/Berlin');
  const dates: Contact['dates'] = new Map([
    ['birthday', { date: `1990${today.slice(4)}`, repeats: 'yearly', nextOn: today }],
  ]);
  const contacts = Array.from({ length: count }, () => aContact({ workspaceId, dates }));
  for (const contact of contacts) await stores.contacts.create(contact, [], aContext());
  await stores.calendars.ensure(workspaceId, clock());

  /** The message of the current plan of the calendar. */
  async function message() {
    const { due } = (await stores.calendars.find(workspaceId)) ?? expect.fail();
    const job = { resource: 'calendar', id: workspaceId, workspaceId, seq: due.seq, dueAt: due.at.getTime() };
    return queueEvent(job);
  }

  /** Ids of the contacts in the recorded events of the workspace, once per event. */
  async function announced(): Promise<string[]> {
    const shards = Array.from({ length: SHARDS }, (_, shard) => eventPartition(clock(), shard));
    const items = await Promise.all(
      shards.map((pk) =>
        cloud.core.query({ pk, from: '0', to: '~', descending: false, limit: 1000, consistent: true }),
      ),
    );
    return items
      .flat()
      .map(fromEventItem)
      .filter((event) => event.workspaceId === workspaceId)
      .map(({ body }) => String(JSON.parse(body).data.contact.id));
  }

  const ids = contacts.map(({ id }) => id).toSorted();
  return { workspaceId, ids, dates, today, message, announced: async () => (await announced()).toSorted() };
}

const run = (event: Awaited<ReturnType<Awaited<ReturnType<typeof aWorkspace>>['message']>>) =>
  cloud.start('reach-dates', reachDates)(event);

describe('reach-dates, crashed at any call', () => {
  it('has announced each date once when the message is received again', async () => {
    const whole = await aWorkspace(3);
    const first = await whole.message();
    cloud.power.restore();
    expect(await run(first)).toEqual(DONE);
    const calls = cloud.power.calls();
    expect(calls.length).toBeGreaterThanOrEqual(10);
    expect(await whole.announced()).toEqual(whole.ids);

    for (const moment of ['before', 'after'] as const) {
      for (let call = 1; call <= calls.length; call += 1) {
        if (isCrashSkipped(moment, call)) continue;
        cloud.tidy();
        const world = await aWorkspace(3);
        const message = await world.message();
        cloud.power.cutAt(call, moment);
        await run(message);
        expect(cloud.power.isCut()).toBe(true);
        cloud.power.restore();
        expect(await run(message)).toEqual(DONE);

        expect(await world.announced()).toEqual(world.ids);
        expect(await cloud.stores.calendars.find(world.workspaceId)).toMatchObject({
          day: world.today,
          due: { seq: 2 },
        });
        // The second run of the day.
        cloud.clock.advance(60);
        expect(await run(await world.message())).toEqual(DONE);
        cloud.clock.advance(-60);
        expect(await world.announced()).toEqual(world.ids);
      }
    }
  });
});

describe('reach-dates', () => {
  it('announces a date once if the response to its transaction is lost', async () => {
    const world = await aWorkspace(1);
    cloud.faults.dynamo.script(lostResponse('TransactWriteItems'));
    expect(await run(await world.message())).toEqual(DONE);

    expect(await world.announced()).toEqual(world.ids);
  });

  it('announces no date that another request removes between the read and the write', async () => {
    const world = await aWorkspace(1);
    const [id = ''] = world.ids;
    const { contacts } = cloud.stores;
    cloud.faults.dynamo.script(
      meanwhile('TransactWriteItems', async () => {
        const before = (await contacts.find(world.workspaceId, id)) ?? expect.fail();
        const after = { ...before, dates: new Map(), revision: before.revision + 1 };
        await contacts.save(before, after, [], aContext());
      }),
    );
    expect(await run(await world.message())).toEqual(DONE);

    expect(await world.announced()).toEqual([]);
  });

  it('leaves the plan to a change of the time zone during the run', async () => {
    const world = await aWorkspace(0);
    const { workspaces, calendars } = cloud.stores;
    const workspace = (await workspaces.find(world.workspaceId)) ?? expect.fail();
    const message = await world.message();
    cloud.faults.dynamo.script(
      meanwhile('PutItem', () =>
        workspaces.update(workspace, { ...workspace, timezone: 'Asia/Tokyo' }, aContext()),
      ),
    );
    expect(await run(message)).toEqual(DONE);

    expect(await calendars.find(world.workspaceId)).toMatchObject({ day: null, due: { seq: 2 } });
  });

  it('begins in the time zone of the workspace, also if the zone changes while the calendar is created', async () => {
    const { workspaces, calendars } = cloud.stores;
    const { workspaceId } = await createWorkspaceIn(workspaces);
    const workspace = (await workspaces.find(workspaceId)) ?? expect.fail();
    const moved = { ...workspace, timezone: 'Asia/Tokyo' };
    cloud.faults.dynamo.script(
      meanwhile('TransactWriteItems', () => calendars.ensure(workspaceId, cloud.clock())),
    );

    await expect(workspaces.update(workspace, moved, aContext())).rejects.toThrow(ConcurrentUpdateError);
    await workspaces.update(workspace, moved, aContext());
    expect(await calendars.find(workspaceId)).toMatchObject({ due: { seq: 2 } });
  });

  it('is started by the sweep if its timer was lost', async () => {
    const world = await aWorkspace(1);
    cloud.clock.advance(121);
    await cloud.start('sweep-schedules', sweepSchedules)({}, CONTEXT);
    const bodies = cloud.bodies('calendars').filter((body) => body.includes(world.workspaceId));
    cloud.clock.advance(-121);

    expect(bodies).toHaveLength(1);
    expect(await run(queueEvent(JSON.parse(bodies[0] ?? '')))).toEqual(DONE);
    expect(await world.announced()).toEqual(world.ids);
  });
});
