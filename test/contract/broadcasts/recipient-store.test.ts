import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { BroadcastHeldError } from '#shared/broadcasts/domain/broadcast-control.ts';
import { afterPage, atJob } from '#shared/broadcasts/domain/broadcast-run.ts';
import { cancelBroadcast } from '#shared/broadcasts/domain/end-broadcast.ts';
import { NO_RECIPIENTS } from '#shared/broadcasts/domain/recipient-counts.ts';
import { postponed, type Recipient, skipped } from '#shared/broadcasts/domain/recipient.ts';
import type { Sending } from '#shared/broadcasts/domain/sending.ts';
import type { RecipientRange } from '#shared/broadcasts/ports/recipient-store.ts';
import { editContact } from '#shared/messaging/domain/contact-edit.ts';
import { ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import { aRecipient } from '#test/support/builders/broadcasts/platform-builders.ts';
import { anEvent } from '#test/support/builders/events/event-builders.ts';
import { aContact } from '#test/support/builders/messaging/contact-builders.ts';
import { aContext, NOW, secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { startBroadcast } from '#test/support/fixtures/broadcasts/started-broadcast.ts';
import { describeStores } from '#test/support/fixtures/platform/platform-fixture.ts';

const CLAIM = { token: 'token', until: secondsAfterNow(60) };

function sendingTo(before: Recipient, price = 0): Recipient {
  const claimed = { status: 'sending', claim: CLAIM, attempts: 1, firstClaimedAt: NOW, price } as const;
  return { ...before, ...claimed, notBefore: null, revision: before.revision + 1 };
}

describeStores('RecipientStore', (fixture) => {
  const started = (sending: Partial<Sending> = {}) => startBroadcast(fixture, sending);

  type Started = Awaited<ReturnType<typeof started>>;

  async function added({ state }: Started, ...recipients: readonly Recipient[]): Promise<void> {
    const { run: before } = await state();
    const after = afterPage(before, undefined, NOW);
    const changes = recipients.map((each) => ({ before: undefined, after: each }));
    expect(await fixture.recipients.apply({ before, after }, changes)).toBe(true);
  }

  /** A started broadcast with one recipient, whose contact is stored. */
  async function withOne(sending: Partial<Sending> = {}) {
    const world = await started(sending);
    const { workspaceId } = world.broadcast;
    const contact = aContact({ workspaceId });
    await fixture.contacts.create(contact, [], aContext());
    const recipient = aRecipient(world.broadcast, { contactId: contact.id });
    await added(world, recipient);
    const stored = () => fixture.recipients.find(recipient.broadcastId, contact.id);
    return { ...world, contact, recipient, stored };
  }

  describe('apply', () => {
    it('adds recipients and counts them', async () => {
      const world = await started();
      const { broadcast } = world;
      const pending = Array.from({ length: 30 }, () => aRecipient(broadcast));
      const erased = aRecipient(broadcast, { status: 'skipped', reason: 'opted_out', statusAt: NOW });
      await added(world, ...pending, erased);

      expect(await fixture.recipients.readCounts(broadcast.id)).toEqual({
        ...NO_RECIPIENTS,
        pending: 30,
        skipped: 1,
      });
      expect(await fixture.recipients.find(broadcast.id, erased.contactId)).toEqual(erased);
      const ids = [erased.contactId, randomUUID()];
      expect(await fixture.recipients.findAll(broadcast.id, ids)).toEqual([erased]);
      expect(await fixture.recipients.findAll(broadcast.id, [])).toEqual([]);
      expect((await world.state()).run).toMatchObject({ phase: 'sending', step: 1 });
    });

    it('changes nothing if another run was first', async () => {
      const world = await started();
      const { run } = await world.state();
      expect(await fixture.broadcastRuns.advance(run, atJob(run, NOW))).toBe(true);
      const one = aRecipient(world.broadcast);

      const moved = { before: run, after: afterPage(run, undefined, NOW) };
      expect(await fixture.recipients.apply(moved, [{ before: undefined, after: one }])).toBe(false);
      expect(await fixture.recipients.find(one.broadcastId, one.contactId)).toBeUndefined();
      expect(await fixture.recipients.readCounts(one.broadcastId)).toEqual(NO_RECIPIENTS);
      expect(await fixture.broadcastRuns.advance(run, atJob(run, NOW))).toBe(false);
    });

    it('neither replaces a recipient nor overwrites a later change', async () => {
      const world = await withOne();
      const { recipient } = world;
      const { run } = await world.state();
      const step = { before: run, after: atJob(run, NOW) };
      const again = [{ before: undefined, after: recipient }];
      await expect(fixture.recipients.apply(step, again)).rejects.toThrow(ConcurrentUpdateError);

      await fixture.recipients.save(recipient, postponed(recipient, secondsAfterNow(9)), [], aContext());
      const late = [{ before: recipient, after: skipped(recipient, 'broadcast_cancelled', NOW) }];
      await expect(fixture.recipients.apply(step, late)).rejects.toThrow(ConcurrentUpdateError);
      expect(await world.stored()).toEqual(postponed(recipient, secondsAfterNow(9)));
    });

    it('moves recipients from one count to the other', async () => {
      const world = await withOne();
      const { run } = await world.state();
      const after = skipped(world.recipient, 'broadcast_cancelled', NOW);
      await fixture.recipients.apply({ before: run, after: atJob(run, NOW) }, [
        { before: world.recipient, after },
      ]);

      expect(await world.stored()).toEqual(after);
      expect(await fixture.recipients.readCounts(after.broadcastId)).toEqual({
        ...NO_RECIPIENTS,
        skipped: 1,
      });
    });
  });

  describe('listDue and nextDue', () => {
    it('return the recipients of a status in the order of their time', async () => {
      const world = await started();
      const { broadcast } = world;
      const [late, early, now, sending] = [
        aRecipient(broadcast, { notBefore: secondsAfterNow(20) }),
        aRecipient(broadcast, { notBefore: secondsAfterNow(10) }),
        aRecipient(broadcast),
        sendingTo(aRecipient(broadcast)),
      ] as const;
      await added(world, late, early, now, sending);
      const due = async (until: Date, limit = 100) =>
        (await fixture.recipients.listDue(broadcast.id, 'pending', until, limit)).map(
          ({ contactId }) => contactId,
        );

      expect(await due(NOW)).toEqual([now.contactId]);
      expect(await due(secondsAfterNow(10))).toEqual([now.contactId, early.contactId]);
      expect(await due(secondsAfterNow(30), 1)).toEqual([now.contactId]);
      expect(await fixture.recipients.nextDue(broadcast.id, 'pending')).toEqual(NOW);
      expect(await fixture.recipients.nextDue(broadcast.id, 'sending')).toEqual(CLAIM.until);
      expect(await fixture.recipients.listDue(broadcast.id, 'sending', secondsAfterNow(59), 9)).toEqual([]);
      expect(await fixture.recipients.listDue(broadcast.id, 'sending', CLAIM.until, 9)).toEqual([sending]);
      expect(await fixture.recipients.nextDue(randomUUID(), 'pending')).toBeUndefined();
    });
  });

  describe('list', () => {
    async function withMany() {
      const world = await started();
      const failed = Array.from({ length: 7 }, (_, index) =>
        aRecipient(world.broadcast, {
          status: 'failed',
          reason: index % 2 === 0 ? 'message_rejected' : 'expired',
          statusAt: secondsAfterNow(index < 3 ? 5 : 10 - index),
        }),
      );
      const pending = Array.from({ length: 40 }, () => aRecipient(world.broadcast));
      await added(world, ...failed, ...pending);
      await added(await started(), aRecipient(world.broadcast, { broadcastId: randomUUID() }));
      return { ...world, failed, pending };
    }

    async function allPages(broadcastId: string, range: RecipientRange): Promise<Recipient[]> {
      const found: Recipient[] = [];
      for (let after: string | undefined; ;) {
        const { recipients, readTo } = await fixture.recipients.list(broadcastId, { ...range, after });
        expect(recipients.length).toBeLessThanOrEqual(range.limit);
        found.push(...recipients);
        if (readTo === undefined) return found;
        expect(readTo).toMatch(range.status === undefined ? /^[\da-f-]{36}$/u : /^\d{4}-.*Z#[\da-f-]{36}$/u);
        after = readTo;
      }
    }

    const sorted = (recipients: readonly Recipient[]) =>
      recipients.toSorted((one, other) => (one.contactId < other.contactId ? -1 : 1));

    it.each([1, 3, 46, 47, 100])('returns every recipient once, %i at a time', async (limit) => {
      const { broadcast, failed, pending } = await withMany();

      expect(sorted(await allPages(broadcast.id, { limit }))).toEqual(sorted([...failed, ...pending]));
    });

    it.each([1, 2, 6, 7, 100])(
      'returns those with a status in the order of their time, %i at a time',
      async (limit) => {
        const { broadcast, failed } = await withMany();
        const byTime = sorted(failed).toSorted(
          (one, other) => one.statusAt.getTime() - other.statusAt.getTime(),
        );

        expect(await allPages(broadcast.id, { status: 'failed', limit })).toEqual(byTime);
        const reason = 'expired';
        expect(await allPages(broadcast.id, { status: 'failed', reason, limit })).toEqual(
          byTime.filter((each) => each.reason === reason),
        );
      },
    );

    it('returns nothing for a broadcast without recipients, and for a status that nobody has', async () => {
      const { broadcast } = await withMany();
      const nothing = { recipients: [], readTo: undefined };

      expect(await fixture.recipients.list(randomUUID(), { limit: 10 })).toEqual(nothing);
      expect(await fixture.recipients.list(broadcast.id, { status: 'read', limit: 10 })).toEqual(nothing);
    });
  });

  describe('claim', () => {
    it('takes the recipient and its price', async () => {
      const { recipient, contact, state, stored } = await withOne({ budget: 10 });
      const { control } = await state();
      const after = sendingTo(recipient, 10);
      await fixture.recipients.claim([{ before: recipient, after, contact }], { control }, aContext());

      expect(await stored()).toEqual(after);
      expect((await state()).control.reserved).toBe(10);
      expect(await fixture.recipients.readCounts(after.broadcastId)).toEqual({
        ...NO_RECIPIENTS,
        sending: 1,
      });
    });

    it.each([null, 20])(
      'is rejected for a claimed recipient and a changed contact, with a budget of %s',
      async (budget) => {
        const { recipient, contact, state, stored } = await withOne({ budget });
        const { control } = await state();
        const after = sendingTo(recipient, 5);
        const optedOut = editContact(contact, { optOuts: new Map([['sms', NOW]]) }, NOW)?.contact ?? contact;
        await fixture.contacts.save(contact, optedOut, [], aContext());

        const stale = fixture.recipients.claim(
          [{ before: recipient, after, contact }],
          { control },
          aContext(),
        );
        await expect(stale).rejects.toThrow(ConcurrentUpdateError);
        expect(await stored()).toEqual(recipient);

        await fixture.recipients.claim(
          [{ before: recipient, after, contact: optedOut }],
          { control },
          aContext(),
        );
        const second = fixture.recipients.claim(
          [{ before: recipient, after, contact: optedOut }],
          { control },
          aContext(),
        );
        await expect(second).rejects.toThrow(ConcurrentUpdateError);
        expect((await state()).control.reserved).toBe(5);
      },
    );

    it('is held above the budget, after a pause and after the end', async () => {
      const { recipient, contact, state, broadcast, stored } = await withOne({ budget: 10 });
      const { control } = await state();
      const claim = (price: number) =>
        fixture.recipients.claim(
          [{ before: recipient, after: sendingTo(recipient, price), contact }],
          { control },
          aContext(),
        );

      await expect(claim(11)).rejects.toThrow(new BroadcastHeldError('budget_reached'));
      const { pause } = fixture.broadcastRuns;
      // The budget has been raised since the run read it.
      expect(await pause({ ...control, budget: 9 }, 'budget_reached', NOW)).toBe(false);
      expect((await state()).control.pausedAt).toBeNull();
      expect(await pause(control, 'requested', NOW)).toBe(true);
      expect(await pause(control, 'budget_reached', secondsAfterNow(1))).toBe(false);
      expect((await state()).control).toMatchObject({ pausedAt: NOW, pausedReason: 'requested' });
      await expect(claim(5)).rejects.toThrow(new BroadcastHeldError('paused'));
      await fixture.broadcasts.save(broadcast, cancelBroadcast(broadcast, NOW).broadcast, aContext());
      await expect(claim(5)).rejects.toThrow(new BroadcastHeldError('stopped'));
      await fixture.broadcasts.remove(cancelBroadcast(broadcast, NOW).broadcast, aContext());
      await expect(claim(5)).rejects.toThrow(new BroadcastHeldError('stopped'));
      expect(await stored()).toEqual(recipient);
    });
  });

  describe('claim of several recipients', () => {
    /** A started broadcast with eight recipients, and the claims of all of them. */
    async function withEight(sending: Partial<Sending> = {}) {
      const world = await started(sending);
      const { id, workspaceId } = world.broadcast;
      const contacts = Array.from({ length: 8 }, () => aContact({ workspaceId }));
      for (const each of contacts) await fixture.contacts.create(each, [], aContext());
      const recipients = contacts.map((each) => aRecipient(world.broadcast, { contactId: each.id }));
      await added(world, ...recipients);
      const { control } = await world.state();
      const claims = contacts.flatMap((contact, index) => {
        const before = recipients[index];
        return before ? [{ before, after: sendingTo(before, 10), contact }] : [];
      });
      const claim = () => fixture.recipients.claim(claims, { control }, aContext());
      const counts = () => fixture.recipients.readCounts(id);
      const reserved = async () => (await world.state()).control.reserved;
      return { ...world, contacts, claims, control, claim, counts, reserved };
    }

    it('takes all of them and the sum of their prices', async () => {
      const { broadcast, claims, claim, counts, reserved } = await withEight({ budget: 80 });
      await claim();

      const ids = claims.map(({ after }) => after.contactId);
      const stored = await fixture.recipients.findAll(broadcast.id, ids);
      expect(stored).toHaveLength(8);
      expect(stored).toEqual(expect.arrayContaining(claims.map(({ after }) => after)));
      expect(await reserved()).toBe(80);
      expect(await counts()).toEqual({ ...NO_RECIPIENTS, sending: 8 });
    });

    it('takes none of them above the budget', async () => {
      const { claim, counts, reserved } = await withEight({ budget: 79 });

      await expect(claim()).rejects.toThrow(new BroadcastHeldError('budget_reached'));
      expect([await reserved(), await counts()]).toEqual([0, { ...NO_RECIPIENTS, pending: 8 }]);
    });

    it('takes none of them if one of them or one of their contacts has changed', async () => {
      const { contacts, claims, claim, control, counts, reserved } = await withEight();
      const [first, last] = [claims[0] ?? expect.fail(), contacts[7] ?? expect.fail()];
      const renamed = editContact(last, { name: 'Grace' }, NOW)?.contact ?? expect.fail();
      await fixture.contacts.save(last, renamed, [], aContext());
      await expect(claim()).rejects.toThrow(ConcurrentUpdateError);
      expect([await reserved(), await counts()]).toEqual([0, { ...NO_RECIPIENTS, pending: 8 }]);

      await fixture.recipients.claim([first], { control }, aContext());
      const others = fixture.recipients.claim(claims.slice(0, 7), { control }, aContext());
      await expect(others).rejects.toThrow(ConcurrentUpdateError);
      expect(await counts()).toEqual({ ...NO_RECIPIENTS, pending: 7, sending: 1 });
    });

    it('is held if the budget is another one than the one that was read', async () => {
      const { claims, control, counts } = await withEight({ budget: 80 });
      const outdated = { ...control, budget: 100 };

      const stale = fixture.recipients.claim(claims, { control: outdated }, aContext());
      await expect(stale).rejects.toThrow(new BroadcastHeldError('changed'));
      expect(await counts()).toEqual({ ...NO_RECIPIENTS, pending: 8 });
    });
  });

  describe('save', () => {
    it('stores the result with its events, and gives the price of an unsent message back', async () => {
      const { recipient, contact, state, stored } = await withOne({ budget: 10 });
      const { control } = await state();
      const sending = sendingTo(recipient, 10);
      await fixture.recipients.claim(
        [{ before: recipient, after: sending, contact }],
        { control },
        aContext(),
      );
      const failed = { ...sending, status: 'failed', claim: null, price: 0, revision: 3 } as const;
      const event = anEvent({ workspaceId: contact.workspaceId });
      await fixture.recipients.save(sending, failed, [event], aContext());

      expect(await stored()).toEqual(failed);
      expect((await state()).control.reserved).toBe(0);
      expect(await fixture.events.find(event.id)).toBeDefined();
      expect(await fixture.recipients.readCounts(recipient.broadcastId)).toEqual({
        ...NO_RECIPIENTS,
        failed: 1,
      });
      await expect(fixture.recipients.save(sending, failed, [], aContext())).rejects.toThrow(
        ConcurrentUpdateError,
      );
    });

    it('stores no events about a contact that was deleted', async () => {
      const world = await started();
      const recipient = sendingTo(aRecipient(world.broadcast));
      await added(world, recipient);
      const sent = { ...recipient, status: 'sent', claim: null, revision: 3 } as const;

      const event = anEvent({ workspaceId: world.broadcast.workspaceId });
      await expect(fixture.recipients.save(recipient, sent, [event], aContext())).rejects.toThrow(
        ConcurrentUpdateError,
      );
      await fixture.recipients.save(recipient, sent, [], aContext());
      expect(await fixture.recipients.find(sent.broadcastId, sent.contactId)).toEqual(sent);
    });
  });
});

describeStores('SendRates', (fixture) => {
  it('give each slot of a number once', async () => {
    const [workspaceId, number] = [randomUUID(), randomUUID()];
    const reserve = (now = NOW) =>
      fixture.sendRates.reserve(workspaceId, number, { wanted: 50, perSecond: 20 }, now);

    expect(await reserve()).toMatchObject({ slots: { from: NOW, count: 20 } });
    expect(await reserve()).toMatchObject({ kind: 'full' });
    expect(await reserve(secondsAfterNow(0.5))).toMatchObject({
      slots: { from: secondsAfterNow(1), count: 20 },
    });
    expect(
      await fixture.sendRates.reserve(workspaceId, randomUUID(), { wanted: 1, perSecond: 1 }, NOW),
    ).toMatchObject({ slots: { from: NOW, count: 1 } });
  });

  it('give no slot twice to concurrent runs', async () => {
    const [workspaceId, number] = [randomUUID(), randomUUID()];
    const found = await Promise.all(
      [1, 2, 3].map(() => fixture.sendRates.reserve(workspaceId, number, { wanted: 2, perSecond: 10 }, NOW)),
    );

    const starts = found.flatMap((each) => (each.kind === 'reserved' ? [each.slots.from.getTime()] : []));
    expect(new Set(starts).size).toBe(starts.length);
    expect(starts.length).toBeGreaterThan(0);
  });
});
