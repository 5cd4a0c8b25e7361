// Slow: thirty races with a broadcast, twenty seconds; test/contract/broadcasts has the conditions.
import { beforeEach, describe, expect, it } from 'vitest';
import { cancelBroadcast, expireBroadcast } from '#shared/broadcasts/domain/end-broadcast.ts';
import { NO_RECIPIENTS } from '#shared/broadcasts/domain/recipient-counts.ts';
import { planErasure } from '#shared/events/recording/erasure.ts';
import { hashContact } from '#shared/events/runtime/contact-hash.ts';
import { editContact } from '#shared/messaging/domain/contact-edit.ts';
import type { Contact } from '#shared/messaging/domain/contact.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import { aContext } from '#test/support/builders/platform/command-builders.ts';
import { aPhoneEndingIn, startBroadcastWorld } from '#test/support/fixtures/broadcasts/broadcast-world.ts';
import { lostResponse, meanwhile, seen } from '#test/support/fixtures/platform/faults/faults.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';
import { startLocalCloud } from '#test/support/fixtures/platform/stacks/local-cloud.ts';

const TWO = ['10', '11'].map((digits) => aPhoneEndingIn(digits));

const cloud = forAllTests(startLocalCloud, 'stop');
beforeEach(() => cloud.tidy());

/** Calls this before the first claim. The transactions before it are those of the page and of the start. */
function atFirstClaim(act: () => Promise<unknown>): void {
  const nothing = async () => undefined;
  cloud.faults.dynamo.script(
    meanwhile('TransactWriteItems', nothing),
    meanwhile('TransactWriteItems', nothing),
    meanwhile('TransactWriteItems', act),
  );
}

async function stop(contact: Contact): Promise<void> {
  const { clock, stores } = cloud;
  const optOuts = new Map([['whatsapp', clock()] as const]);
  const after = editContact(contact, { optOuts }, clock())?.contact ?? expect.fail('Nothing changed');
  await stores.contacts.save(contact, after, [], aContext());
}

async function erase(contact: Contact): Promise<void> {
  const { clock, stores } = cloud;
  const { workspaceId, id } = contact;
  const subject = { id: newId(clock()), workspaceId, contact: hashContact(id) };
  const plan = planErasure(undefined, subject, clock());
  await stores.contacts.remove(contact, plan, aContext());
}

async function aWorldOfTwo(options: Parameters<typeof startBroadcastWorld>[2] = {}) {
  return startBroadcastWorld(cloud, TWO, options);
}

describe('a STOP', () => {
  it('before the claim skips the recipient', async () => {
    const world = await aWorldOfTwo({ sending: { platform: 'whatsapp' } });
    cloud.faults.dynamo.script(meanwhile('Query', async () => Promise.all(world.contacts.map(stop))));
    await world.finish();

    expect(world.requests).toEqual([]);
    expect(await world.expectSound()).toEqual({ ...NO_RECIPIENTS, skipped: 2 });
  });

  it('between the read of the contact and its claim skips the recipient', async () => {
    const world = await aWorldOfTwo({ sending: { platform: 'whatsapp' } });
    atFirstClaim(() => Promise.all(world.contacts.map(stop)));
    await world.finish();

    expect(world.requests).toEqual([]);
    expect(await world.outcomes()).toEqual(['skipped opted_out', 'skipped opted_out']);
    await world.expectSound();
  });

  it('skips only the contact that sent it, although its block is claimed together', async () => {
    const world = await aWorldOfTwo({ sending: { platform: 'whatsapp' } });
    const [first = expect.fail('No contact')] = world.contacts;
    atFirstClaim(() => stop(first));
    await world.finish();

    expect(await world.outcomes()).toEqual(['skipped opted_out', 'delivered']);
    await world.expectSound();
  });
});

describe('an erasure', () => {
  it('between the read of the contact and its claim skips the recipient', async () => {
    const world = await aWorldOfTwo();
    atFirstClaim(() => Promise.all(world.contacts.map(erase)));
    await world.finish();

    expect(world.requests).toEqual([]);
    expect(await world.outcomes()).toEqual(['skipped contact_erased', 'skipped contact_erased']);
    await world.expectSound();
  });

  it('skips only the contact that is erased, although its block is claimed together', async () => {
    const world = await aWorldOfTwo();
    const [, last = expect.fail('No contact')] = world.contacts;
    atFirstClaim(() => erase(last));
    await world.finish();

    expect(await world.outcomes()).toEqual(['delivered', 'skipped contact_erased']);
    await world.expectSound();
  });

  it('during the request records the result without events about the contact', async () => {
    const world = await startBroadcastWorld(cloud, [aPhoneEndingIn('10')], {
      sending: { messageEvents: 'all' },
    });
    world.onSend(async () => Promise.all(world.contacts.map(erase)));
    await world.finish();

    expect(await world.outcomes()).toEqual(['delivered']);
    expect(await world.events()).toEqual(['broadcast.completed', 'broadcast.sent']);
  });
});

describe('a pause', () => {
  it('before a claim leaves the recipients pending, until the broadcast is cancelled', async () => {
    const world = await aWorldOfTwo();
    const { stores, clock } = cloud;
    atFirstClaim(async () => {
      await stores.broadcastRuns.pause((await world.state()).control, 'requested', clock());
    });
    await world.run(await world.message());

    expect(world.requests).toEqual([]);
    expect(await world.outcomes()).toEqual(['pending', 'pending']);
    expect((await world.state()).run.due).not.toBeNull();

    const before = await world.stored();
    await stores.broadcasts.save(before, cancelBroadcast(before, clock()).broadcast, aContext());
    await world.finish();
    expect(await world.outcomes()).toEqual(['skipped broadcast_cancelled', 'skipped broadcast_cancelled']);
    await world.expectSound();
  });
});

describe('a cancellation', () => {
  it('before a claim skips the rest, and keeps the results of the others', async () => {
    const phones = Array.from({ length: 60 }, (_, index) => aPhoneEndingIn('10', index));
    const world = await startBroadcastWorld(cloud, phones);
    const { stores, clock } = cloud;
    world.duringFirstSend(async () => {
      const before = await world.stored();
      await stores.broadcasts.save(before, cancelBroadcast(before, clock()).broadcast, aContext());
    });
    await world.finish();

    const counts = await world.expectSound();
    expect(counts.delivered).toBeGreaterThanOrEqual(1);
    expect(counts.skipped).toBeGreaterThanOrEqual(1);
    expect(counts.delivered + counts.skipped).toBe(60);
    expect(await world.stored()).toMatchObject({ state: 'cancelled' });
    expect((await world.state()).run).toMatchObject({ phase: 'ended', due: null });
  });

  it('by the watchdog skips the rest as failed', async () => {
    const phones = Array.from({ length: 60 }, (_, index) => aPhoneEndingIn('10', index));
    const world = await startBroadcastWorld(cloud, phones);
    const { stores, clock } = cloud;
    world.duringFirstSend(async () => {
      const before = await world.stored();
      await stores.broadcasts.save(before, expireBroadcast(before, clock()).broadcast, aContext());
    });
    await world.finish();

    const outcomes = new Set(await world.outcomes());
    expect([...outcomes].toSorted()).toEqual(['delivered', 'skipped broadcast_failed']);
    await world.expectSound();
  });

  it('while the audience is resolved adds no further recipients', async () => {
    const world = await aWorldOfTwo();
    const { stores, clock } = cloud;
    cloud.faults.dynamo.script(
      meanwhile('TransactWriteItems', async () => {
        const before = await world.stored();
        await stores.broadcasts.save(before, cancelBroadcast(before, clock()).broadcast, aContext());
      }),
    );
    await world.finish();

    expect(world.requests).toEqual([]);
    expect(await world.outcomes()).toEqual(['skipped broadcast_cancelled', 'skipped broadcast_cancelled']);
    await world.expectSound();
  });
});

describe('an edit', () => {
  it('of a broadcast in flight changes nothing, so that everybody gets the same', async () => {
    const world = await aWorldOfTwo();
    const { stores } = cloud;
    const guard = { states: ['draft', 'scheduled'] as const };
    const written: boolean[] = [];
    world.duringFirstSend(async () => {
      const target = { workspaceId: world.workspaceId, id: world.id };
      const edit = { message: { body: 'Another text' } };
      written.push((await stores.broadcasts.edit(target, edit, guard, aContext())).written);
    });
    await world.finish();

    expect(written).toEqual([false]);
    expect(await world.outcomes()).toEqual(['delivered', 'delivered']);
    expect((await world.stored()).message.body).not.toBe('Another text');
  });
});

describe('two runs at the same time', () => {
  it('send to each contact once', async () => {
    const phones = Array.from({ length: 30 }, (_, index) => aPhoneEndingIn('10', index));
    const world = await startBroadcastWorld(cloud, phones);
    const message = await world.message();
    await Promise.all([world.run(message), world.run(message), world.run(message)]);
    await world.finish();

    expect(await world.expectSound()).toEqual({ ...NO_RECIPIENTS, delivered: 30 });
    expect(world.requests).toHaveLength(30);
  });

  it('send to each contact once if the first one is overtaken while it sends', async () => {
    const phones = Array.from({ length: 30 }, (_, index) => aPhoneEndingIn('10', index));
    const world = await startBroadcastWorld(cloud, phones);
    world.duringFirstSend(async () => {
      // The next attempt begins although this run is still at work.
      cloud.clock.advance(61);
      await world.run(await world.message());
    });
    await world.run(await world.message());
    await world.finish();

    expect(await world.expectSound()).toMatchObject({ pending: 0, sending: 0 });
    expect([...world.delivered().values()]).toEqual(Array.from({ length: 30 }, () => 1));
  });
});

describe('a block of recipients', () => {
  it('is claimed in one transaction', async () => {
    const phones = Array.from({ length: 16 }, (_, index) => aPhoneEndingIn('10', index));
    const world = await startBroadcastWorld(cloud, phones);
    let claims = 0;
    const count = seen('TransactWriteItems', (input) => {
      if (JSON.stringify(input).includes('ADD reserved')) claims += 1;
    });
    cloud.faults.dynamo.script(...Array.from({ length: 20 }, () => count));
    await world.finish();

    expect(claims).toBe(2);
    expect(await world.expectSound()).toEqual({ ...NO_RECIPIENTS, delivered: 16 });
  });

  it('is claimed again if its leases are too short when its requests are due', async () => {
    const world = await aWorldOfTwo();
    atFirstClaim(async () => cloud.clock.advance(31));
    await world.finish();

    expect(world.requests).toHaveLength(2);
    expect(await world.outcomes()).toEqual(['delivered', 'delivered']);
    expect((await world.recipients()).map(({ attempts }) => attempts)).toEqual([2, 2]);
    await world.expectSound();
  });
});

describe('a lost response', () => {
  it.each([1, 2, 3, 4])('of transaction %i neither repeats nor loses a message', async (number) => {
    const world = await aWorldOfTwo();
    const before = Array.from({ length: number - 1 }, () =>
      meanwhile('TransactWriteItems', async () => undefined),
    );
    cloud.faults.dynamo.script(...before, lostResponse('TransactWriteItems'));
    await world.finish();

    await world.expectSound();
    expect(world.delivered().size).toBe(2);
  });
});

describe('the budget', () => {
  it('pauses the broadcast before it is exceeded', async () => {
    const phones = Array.from({ length: 5 }, (_, index) => aPhoneEndingIn('10', index));
    const world = await startBroadcastWorld(cloud, phones, { sending: { budget: 3000 } });
    await world.run(await world.message());
    await world.deliverReceipts();

    expect(world.requests).toHaveLength(3);
    expect((await world.state()).control).toMatchObject({ pausedReason: 'budget_reached', reserved: 3000 });
    expect((await world.outcomes()).toSorted()).toEqual([
      'delivered',
      'delivered',
      'delivered',
      'pending',
      'pending',
    ]);
  });
});

describe('quiet hours', () => {
  /** A time in Berlin, so many hours from now. */
  function hour(offset: number): string {
    const at = new Date(cloud.clock().getTime() + offset * 3_600_000);
    return at.toLocaleTimeString('en-GB', { timeZone: 'Europe/Berlin', hour: '2-digit', minute: '2-digit' });
  }

  it('do not delay what a cancellation skips', async () => {
    const { clock, stores } = cloud;
    const sending = { quietHours: { from: hour(-1), to: hour(2) } };
    const world = await startBroadcastWorld(cloud, ['+493012345610'], { sending });
    await world.run(await world.message());
    const before = await world.stored();
    await stores.broadcasts.save(before, cancelBroadcast(before, clock()).broadcast, aContext());
    await world.run(await world.message());

    expect(await world.outcomes()).toEqual(['skipped broadcast_cancelled']);
  });

  it('postpone the recipients until they are over where the recipient lives', async () => {
    const { clock } = cloud;
    const quietHours = { from: hour(-1), to: hour(2) };
    const world = await startBroadcastWorld(cloud, ['+493012345610'], { sending: { quietHours } });
    const start = clock().getTime();
    await world.run(await world.message());
    expect(await world.outcomes()).toEqual(['pending']);
    await world.finish();

    expect(await world.outcomes()).toEqual(['delivered']);
    const [{ sentAt } = { sentAt: null }] = await world.recipients();
    const minutes = ((sentAt?.getTime() ?? 0) - start) / 60_000;
    expect(minutes).toBeGreaterThan(118);
    expect(minutes).toBeLessThan(123);
  });
});

describe('the rate', () => {
  it('is that of the broadcast if it is lower than that of the number', async () => {
    const phones = Array.from({ length: 6 }, (_, index) => aPhoneEndingIn('10', index));
    const world = await startBroadcastWorld(cloud, phones, { sending: { ratePerSecond: 2 } });
    await world.run(await world.message());

    expect(world.requests).toHaveLength(2);
    expect((await world.state()).run.due?.at.getTime()).toBeGreaterThan(cloud.clock().getTime());
    await world.finish();
    await world.expectSound();
  });
});

describe('an audience', () => {
  it('contains the contacts with the tags, and no contact twice that changes while it is read', async () => {
    const world = await startBroadcastWorld(cloud, TWO, {
      audience: { tags: { any: ['vip', 'x'], all: ['vip'] }, stage: 'lead' },
      contact: { tags: ['vip'], stage: 'lead' },
    });
    const [first = expect.fail('No contact')] = world.contacts;
    const change = async () => {
      const renamed = editContact(first, { name: 'Grace' }, cloud.clock())?.contact ?? first;
      await cloud.stores.contacts.save(first, renamed, [], aContext());
    };
    cloud.faults.dynamo.script(meanwhile('TransactWriteItems', change));
    await world.finish();

    expect(await world.expectSound()).toEqual({ ...NO_RECIPIENTS, delivered: 2 });
  });
});

describe('a result of the provider', () => {
  it('that the contact has opted out is recorded for the contact', async () => {
    const world = await startBroadcastWorld(cloud, [aPhoneEndingIn('10')], {
      sending: { platform: 'whatsapp' },
      result: { kind: 'rejected', code: 'opted_out' },
    });
    await world.finish();

    expect(await world.outcomes()).toEqual(['failed opted_out']);
    const [{ id } = expect.fail('No contact')] = world.contacts;
    const contact = await cloud.stores.contacts.find(world.workspaceId, id);
    expect([...(contact?.optOuts.keys() ?? [])]).toEqual(['whatsapp']);
  });

  it('that AWS denies access stops the broadcast for 15 minutes', async () => {
    let isDenied = true;
    const denied = { kind: 'deferred', code: 'provider_access_denied', retryAfterMs: 900_000 } as const;
    const phones = Array.from({ length: 60 }, (_, index) => aPhoneEndingIn('10', index));
    const world = await startBroadcastWorld(cloud, phones, { result: () => (isDenied ? denied : undefined) });
    await world.run(await world.message());

    expect(world.requests.length).toBeLessThanOrEqual(32);
    expect((await world.state()).run.due?.at.getTime()).toBeGreaterThan(cloud.clock().getTime() + 600_000);
    isDenied = false;
    await world.finish();
    expect(await world.expectSound()).toEqual({ ...NO_RECIPIENTS, delivered: 60 });
  });

  it('that the account has spent its limit pauses the broadcast', async () => {
    const result = { kind: 'deferred', code: 'spend_limit_reached', retryAfterMs: 900_000 } as const;
    const world = await aWorldOfTwo({ result });
    await world.run(await world.message());

    expect((await world.state()).control).toMatchObject({
      pausedReason: 'spend_limit_reached',
      reserved: 0,
    });
    expect((await world.outcomes()).filter((outcome) => !outcome.startsWith('pending'))).toEqual([]);
  });

  it('is not asked for without the file of the message', async () => {
    const world = await startBroadcastWorld(cloud, [aPhoneEndingIn('10')], {
      message: { type: 'image', body: 'Look' },
      sending: { mediaId: '01980000-0000-7000-8000-00000000000a' },
    });
    await world.finish();

    expect(world.requests).toEqual([]);
    expect(await world.outcomes()).toEqual(['failed media_not_found']);
    expect(await world.events()).toEqual(['broadcast.completed', 'broadcast.sent', 'message.failed']);
  });
});

describe('a number', () => {
  it('that is disconnected before the start fails the broadcast with an explanation', async () => {
    const world = await aWorldOfTwo();
    const number = await cloud.stores.numbers.find(world.workspaceId, world.number.id);
    await cloud.stores.numbers.remove(number ?? expect.fail('No number'), aContext());
    await world.finish();

    expect(await world.stored()).toMatchObject({ state: 'failed' });
    expect((await world.stored()).error).toMatch(/no verified phone number/u);
    await world.expectSound();
  });

  it('that is disconnected during the broadcast pauses it', async () => {
    const world = await aWorldOfTwo();
    cloud.faults.dynamo.script(
      meanwhile('TransactWriteItems', async () => undefined),
      meanwhile('TransactWriteItems', async () => {
        const number = await cloud.stores.numbers.find(world.workspaceId, world.number.id);
        await cloud.stores.numbers.remove(number ?? expect.fail('No number'), aContext());
      }),
    );
    await world.run(await world.message());

    expect((await world.state()).control.pausedReason).toBe('number_unavailable');
    expect(await world.outcomes()).toEqual(['pending', 'pending']);
  });
});
