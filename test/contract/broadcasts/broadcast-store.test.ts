import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type DirectBroadcastEdit, editBroadcast } from '#shared/broadcasts/domain/broadcast-edit.ts';
import { type Broadcast, BROADCAST_STATES } from '#shared/broadcasts/domain/broadcast.ts';
import type { BroadcastFilter, EditGuard } from '#shared/broadcasts/ports/broadcast-store.ts';
import { DuplicateRequestError, ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import { aBroadcast, aFullBroadcast } from '#test/support/builders/broadcasts/broadcast-builders.ts';
import { anEvent } from '#test/support/builders/events/event-builders.ts';
import {
  aContext,
  anIdempotencyRecord,
  secondsAfterNow,
  NOW,
} from '#test/support/builders/platform/command-builders.ts';
import { describeStores } from '#test/support/fixtures/platform/platform-fixture.ts';

const DRAFTS: EditGuard = { states: ['draft', 'scheduled'] };
const APPROVAL = { by: randomUUID(), at: NOW, contentChangedSince: false };

describeStores('BroadcastStore', (fixture) => {
  async function created(overrides: Partial<Broadcast> = {}): Promise<Broadcast> {
    const broadcast = aBroadcast(overrides);
    await fixture.broadcasts.create(broadcast, aContext());
    return broadcast;
  }

  function found({ workspaceId, id }: Broadcast): Promise<Broadcast | undefined> {
    return fixture.broadcasts.find(workspaceId, id);
  }

  function edited(broadcast: Broadcast, edit: DirectBroadcastEdit, guard = DRAFTS, context = aContext()) {
    return fixture.broadcasts.edit(broadcast, edit, guard, context);
  }

  describe('create and find', () => {
    it.each([
      ['a draft', aBroadcast()],
      ['one with every field', aFullBroadcast()],
    ])('return %s as created', async (_, broadcast) => {
      await fixture.broadcasts.create(broadcast, aContext());

      expect(await found(broadcast)).toEqual(broadcast);
    });

    it('return nothing to another workspace, nor for a broadcast that was never created', async () => {
      const { id } = await created();

      expect(await fixture.broadcasts.find(randomUUID(), id)).toBeUndefined();
      expect(await found(aBroadcast())).toBeUndefined();
    });

    it('store the response, and create nothing under a stored one', async () => {
      const idempotencyRecord = anIdempotencyRecord();
      await fixture.broadcasts.create(aBroadcast(), aContext({ idempotencyRecord }));
      const twin = aBroadcast();

      await expect(fixture.broadcasts.create(twin, aContext({ idempotencyRecord }))).rejects.toThrow(
        DuplicateRequestError,
      );
      expect(await found(twin)).toBeUndefined();
      expect(await fixture.responses.find(idempotencyRecord.id, NOW)).toEqual(idempotencyRecord);
    });

    it('reject an id that is taken', async () => {
      await expect(fixture.broadcasts.create(await created(), aContext())).rejects.toThrow(
        ConcurrentUpdateError,
      );
    });
  });

  describe('edit', () => {
    it.each([
      ['name', { name: 'Summer sale' }],
      ['type', { message: { type: 'image' } }],
      ['body', { message: { body: 'x' } }],
      ['channel', { channel: 'sms' }],
      ['audience', { audience: '{"tags":[]}' }],
      ['everything', { name: 'n', message: { type: 'video', body: 'b' }, channel: 'all', audience: '{}' }],
      ['the required approval', { requiresApproval: true }],
      ['name and required approval', { name: 'n', requiresApproval: true }],
    ] satisfies [string, DirectBroadcastEdit][])('writes another %s, as the domain does', async (_, edit) => {
      const before = await created({ approval: APPROVAL });
      const context = aContext({ change: { ...aContext().change, at: secondsAfterNow(9) } });
      const after = editBroadcast(before, edit, secondsAfterNow(9));

      expect(await edited(before, edit, DRAFTS, context)).toEqual({ written: true, broadcast: after });
      expect(await found(before)).toEqual(after);
    });

    it('is rejected until a start had its turn, unless it fails anyway', async () => {
      const before = await created();
      await fixture.broadcasts.holdEdits(before, secondsAfterNow(5));
      const at = (seconds: number) =>
        aContext({ change: { ...aContext().change, at: secondsAfterNow(seconds) } });

      await expect(edited(before, { name: 'n' }, DRAFTS, at(4))).rejects.toThrow(ConcurrentUpdateError);
      expect(await found(before)).toEqual(before);
      for (const guard of [{ states: ['scheduled'] as const }, { ...DRAFTS, revisions: ['7'] }]) {
        expect(await edited(before, { name: 'n' }, guard, at(4))).toEqual({
          written: false,
          broadcast: before,
        });
      }
      expect(await edited(before, { name: 'n' }, DRAFTS, at(5))).toMatchObject({ written: true });
    });

    it('clears an audience', async () => {
      const before = await created({ audience: '{"tags":["a"]}' });

      expect(await edited(before, { audience: null })).toMatchObject({
        written: true,
        broadcast: { audience: null },
      });
      expect(await edited(before, { audience: null })).toMatchObject({ written: false });
    });

    it.each([
      ['unchanged content', { name: 'Spring sale', message: { type: 'text' } }, {}],
      [
        'a required approval that is required already, without an approval',
        { requiresApproval: true },
        { requiresApproval: true },
      ],
      [
        'a required approval alone next to unchanged content',
        { name: 'Spring sale', requiresApproval: true },
        { requiresApproval: true, approval: APPROVAL },
      ],
    ] satisfies [string, DirectBroadcastEdit, Partial<Broadcast>][])(
      'writes nothing for %s, and returns the current broadcast',
      async (_, edit, overrides) => {
        const before = await created(overrides);

        expect(await edited(before, edit)).toEqual({ written: false, broadcast: before });
        expect(await found(before)).toEqual(before);
      },
    );

    it('removes the member who turned off the required approval when it is turned on', async () => {
      const before = await created({ approvalWaivedBy: randomUUID() });

      expect(await edited(before, { requiresApproval: true })).toMatchObject({
        written: true,
        broadcast: { requiresApproval: true, approvalWaivedBy: null },
      });
    });

    it('voids an approval whenever the need for one is sent', async () => {
      const before = await created({ requiresApproval: true, approval: APPROVAL });

      expect(await edited(before, { requiresApproval: true })).toMatchObject({
        written: true,
        broadcast: { approval: null, revision: 2 },
      });
    });

    it.each(BROADCAST_STATES)('writes only in the given states: not in %s', async (state) => {
      const before = await created({ state });
      const states = BROADCAST_STATES.filter((other) => other !== state);

      expect(await edited(before, { name: 'n' }, { states })).toEqual({ written: false, broadcast: before });
      expect(await edited(before, { name: 'n' }, { states: [state] })).toMatchObject({ written: true });
    });

    it.each([
      [['1'], true],
      [['7', '1'], true],
      [['2'], false],
      [['01'], false],
      [['1.0', 'NaN', 'Infinity', '1e0', '', '99999999999999999999999'], false],
      [[], false],
    ])('compares the revisions %j: %s', async (revisions, written) => {
      const before = await created();

      expect(await edited(before, { name: 'n' }, { ...DRAFTS, revisions })).toMatchObject({ written });
    });

    it('returns nothing for a broadcast that is missing, or of another workspace', async () => {
      const { id } = await created();
      const foreign = { workspaceId: randomUUID(), id };
      const unknown = { written: false, broadcast: undefined };

      expect(await fixture.broadcasts.edit(foreign, { name: 'n' }, DRAFTS, aContext())).toEqual(unknown);
      expect(await edited(aBroadcast(), { name: 'n' })).toEqual(unknown);
    });

    it('edits once when the same command runs twice', async () => {
      const before = await created();
      const context = aContext();
      await edited(before, { name: 'n' }, DRAFTS, context);

      expect(await edited(before, { name: 'n' }, DRAFTS, context)).toMatchObject({
        written: true,
        broadcast: { revision: 2 },
      });
    });
  });

  describe('save', () => {
    it('writes every field, with its event', async () => {
      const before = await created();
      const { id, workspaceId } = before;
      const after = aFullBroadcast({ id, workspaceId, createdAt: before.createdAt, revision: 2 });
      const event = anEvent();
      await fixture.broadcasts.save(before, after, aContext(), event);

      expect(await found(before)).toEqual(after);
      expect(await fixture.events.find(event.id)).toEqual(event);
    });

    it('removes what no longer has a value', async () => {
      const before = await created(aFullBroadcast({ revision: 1 }));
      const { id, workspaceId } = before;
      const after = aBroadcast({ id, workspaceId, planSeq: 10, revision: 2 });
      await fixture.broadcasts.save(before, after, aContext());

      expect(await found(before)).toEqual(after);
    });

    it('fails after another change since the read, with its event and its response', async () => {
      const before = await created();
      await edited(before, { name: 'n' });
      const [event, idempotencyRecord] = [anEvent(), anIdempotencyRecord()];
      const save = fixture.broadcasts.save(
        before,
        { ...before, state: 'scheduled' },
        aContext({ idempotencyRecord }),
        event,
      );

      await expect(save).rejects.toThrow(ConcurrentUpdateError);
      expect(await found(before)).toMatchObject({ name: 'n', state: 'draft' });
      expect(await fixture.events.find(event.id)).toBeUndefined();
      expect(await fixture.responses.find(idempotencyRecord.id, NOW)).toBeUndefined();
    });

    it('writes nothing for a deleted broadcast', async () => {
      const before = await created();
      await fixture.broadcasts.remove(before, aContext());

      await expect(fixture.broadcasts.save(before, before, aContext())).rejects.toThrow(
        ConcurrentUpdateError,
      );
      expect(await found(before)).toBeUndefined();
    });
  });

  describe('remove', () => {
    it('removes only this broadcast, once, at the revision of the read', async () => {
      const [broadcast, other] = [await created(), await created()];
      const stale = { ...broadcast, revision: 7 };

      await expect(fixture.broadcasts.remove(stale, aContext())).rejects.toThrow(ConcurrentUpdateError);
      await fixture.broadcasts.remove(broadcast, aContext());
      await expect(fixture.broadcasts.remove(broadcast, aContext())).rejects.toThrow(ConcurrentUpdateError);
      expect([await found(broadcast), await found(other)]).toEqual([undefined, other]);
    });
  });

  describe('list', () => {
    const states = ['draft', 'in_flight', 'scheduled', 'in_flight', 'failed', 'draft', 'in_flight'] as const;

    /** Broadcasts of these states, one second apart, oldest first. */
    async function several(workspaceId: string): Promise<Broadcast[]> {
      const made: Broadcast[] = [];
      for (const [index, state] of states.entries()) {
        made.push(await created({ workspaceId, id: newId(secondsAfterNow(index)), state }));
      }
      await created({ state: 'in_flight' });
      return made;
    }

    /** All pages of a list of two. */
    async function listAll(workspaceId: string, filter: Omit<BroadcastFilter, 'limit' | 'after'>) {
      const seen: Broadcast[] = [];
      for (let after: string | undefined; ;) {
        const page = await fixture.broadcasts.list(workspaceId, { ...filter, limit: 2, after });
        seen.push(...page);
        after = page.at(-1)?.id;
        if (page.length < 2) return seen;
      }
    }

    it.each(['asc', 'desc'] as const)('lists all states together, page by page, %s', async (order) => {
      const workspaceId = randomUUID();
      const made = await several(workspaceId);

      expect(await listAll(workspaceId, { order })).toEqual(order === 'asc' ? made : made.toReversed());
    });

    it.each(['asc', 'desc'] as const)('lists one state only, %s', async (order) => {
      const workspaceId = randomUUID();
      const made = (await several(workspaceId)).filter(({ state }) => state === 'in_flight');

      expect(await listAll(workspaceId, { order, state: 'in_flight' })).toEqual(
        order === 'asc' ? made : made.toReversed(),
      );
    });

    it('shows a broadcast under its current state, and under no other', async () => {
      const before = await created();
      const { workspaceId } = before;
      const after = { ...before, state: 'cancelled', revision: 2 } as const;
      await fixture.broadcasts.save(before, after, aContext());

      expect(await listAll(workspaceId, { order: 'asc', state: 'draft' })).toEqual([]);
      expect(await listAll(workspaceId, { order: 'asc', state: 'cancelled' })).toEqual([after]);
    });

    it('continues after a deleted broadcast', async () => {
      const workspaceId = randomUUID();
      const old = await created({ workspaceId, id: newId(secondsAfterNow(1)) });
      const gone = await created({ workspaceId, id: newId(secondsAfterNow(2)) });
      await fixture.broadcasts.remove(gone, aContext());

      const filter = { order: 'desc', limit: 5, after: gone.id } as const;
      expect(await fixture.broadcasts.list(workspaceId, filter)).toEqual([old]);
    });
  });
});
