import { describe, expect, it } from 'vitest';
import type { Contact } from '#shared/messaging/domain/contact.ts';
import { aContact } from '#test/support/builders/messaging/contact-builders.ts';
import { aContext, NOW } from '#test/support/builders/platform/command-builders.ts';
import { withinWorkspace } from '#test/support/fakes/platform/memory-core.ts';
import {
  anIncomingSms,
  createMessagingWorld,
  jobOf,
} from '#test/support/fixtures/messaging/messaging-world.ts';

const DIALLED = '+5541988171251';
const OLDER = '+554188171251';
const SMS = new Map([['sms', NOW]] as const);

/** A queued message to a contact with a phone number, and a contact that an earlier version stored with the other spelling. */
async function start(phone: string, twin?: Partial<Contact>) {
  const world = createMessagingWorld();
  const queued = await world.queued('sms');
  const { contact } = queued;
  const { workspaceId } = contact;
  const after = { ...contact, phone, revision: contact.revision + 1 };
  await world.contacts.save(contact, after, [], aContext());
  const other = aContact({ workspaceId, phone: phone === OLDER ? DIALLED : OLDER, ...twin });
  if (twin) world.core.contacts.set(withinWorkspace(workspaceId, other.id), other);

  async function optOuts() {
    const found = await Promise.all([after, other].map(({ id }) => world.contacts.find(workspaceId, id)));
    return found.map((each) => [...(each?.optOuts.keys() ?? [])]);
  }
  return { world, ...queued, optOuts };
}

describe('a message to a phone number with two spellings', () => {
  it.each([
    [OLDER, DIALLED],
    [DIALLED, DIALLED],
    ['+5215512345678', '+525512345678'],
    ['+541143211234', '+541143211234'],
    ['+5491143211234', '+5491143211234'],
  ])('to %s is sent to the number that people dial', async (phone, to) => {
    const { world, message } = await start(phone);
    await world.deliver(jobOf(message));

    expect(world.requests.map((request) => request.to)).toEqual([to]);
  });

  it.each([DIALLED, OLDER])(
    'is not sent to %s if a contact with the other spelling has opted out',
    async (phone) => {
      const { world, message } = await start(phone, { optOuts: SMS });
      await world.deliver(jobOf(message));

      expect(world.requests).toEqual([]);
      expect(await world.messageOf(message)).toMatchObject({ status: 'failed', errorCode: 'opted_out' });
    },
  );
});

describe('an opt-out that the other spelling of a number has kept', () => {
  async function startKept() {
    const started = await start(OLDER);
    const { workspaceId } = started.contact;
    started.world.core.keptOptOuts.set(withinWorkspace(workspaceId, DIALLED), SMS);
    const optedOut = async () =>
      (await started.world.contacts.find(workspaceId, started.contact.id))?.optOuts.has('sms');
    return { ...started, optedOut };
  }

  it('prevents a message', async () => {
    const { world, message } = await startKept();
    await world.deliver(jobOf(message));

    expect(world.requests).toEqual([]);
  });

  it('ends with a START, so that messages are sent again', async () => {
    const { world, message, number, optedOut } = await startKept();
    await world.report(anIncomingSms(number, { from: OLDER, text: 'START' }));
    await world.deliver(jobOf(message));

    expect(await optedOut()).toBe(false);
    expect(world.requests).toHaveLength(1);
  });
});

describe('a message from a phone number of two contacts', () => {
  it.each([DIALLED, OLDER])('stops and allows messages to both: %s', async (from) => {
    const { world, number, optOuts } = await start(OLDER, {});
    await world.report(anIncomingSms(number, { from, text: 'STOP' }));
    expect(await optOuts()).toEqual([['sms'], ['sms']]);

    await world.report(anIncomingSms(number, { from, text: 'START', at: new Date('2026-06-01T12:01:00Z') }));
    expect(await optOuts()).toEqual([[], []]);
    expect(world.counted).toEqual(['received', 'received']);
  });

  it.each(['before', 'after'] as const)(
    'stops messages to both after a crash %s any call',
    async (moment) => {
      let isOver = false;
      for (let call = 1; !isOver; call += 1) {
        const { world, number, optOuts } = await start(OLDER, {});
        const stop = anIncomingSms(number, { from: OLDER, text: 'STOP', id: 'stop' });
        world.power.cutAt(call, moment);
        isOver = await world.report(stop);
        if (!isOver) expect(await world.report(stop)).toBe(true);

        expect(await optOuts()).toEqual([['sms'], ['sms']]);
      }
    },
  );
});
