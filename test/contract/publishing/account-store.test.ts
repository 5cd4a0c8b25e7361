import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { DuplicateRequestError, ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import { anEvent } from '#test/support/builders/events/event-builders.ts';
import {
  aContext,
  anIdempotencyRecord,
  secondsAfterNow,
  NOW,
} from '#test/support/builders/platform/command-builders.ts';
import { anAccount } from '#test/support/builders/publishing/account-builders.ts';
import { describeStores } from '#test/support/fixtures/platform/platform-fixture.ts';

describeStores('AccountStore', (fixture) => {
  async function created(overrides: Parameters<typeof anAccount>[0] = {}) {
    const account = anAccount(overrides);
    await fixture.accounts.create(account, anEvent(), aContext());
    return account;
  }

  const read = ({ workspaceId, uuid }: ReturnType<typeof anAccount>) =>
    fixture.accounts.find(workspaceId, uuid);

  describe('nextId', () => {
    it('counts from 1 in each workspace', async () => {
      const [one, other] = [randomUUID(), randomUUID()];

      expect(await fixture.accounts.nextId(one)).toBe(1);
      expect(await fixture.accounts.nextId(one)).toBe(2);
      expect(await fixture.accounts.nextId(other)).toBe(1);
    });

    it('counts accounts and tags separately', async () => {
      const workspaceId = randomUUID();
      await fixture.accounts.nextId(workspaceId);

      expect(await fixture.tags.nextId(workspaceId)).toBe(1);
    });

    it('returns a unique number to each of many concurrent calls', async () => {
      const workspaceId = randomUUID();
      const given = await Promise.all(Array.from({ length: 20 }, () => fixture.accounts.nextId(workspaceId)));

      expect(given.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
    });

    it('never reuses the number of a removed account', async () => {
      const workspaceId = randomUUID();
      const account = await created({ workspaceId, id: await fixture.accounts.nextId(workspaceId) });
      await fixture.accounts.remove(account, anEvent(), aContext());

      expect(await fixture.accounts.nextId(workspaceId)).toBe(2);
    });
  });

  describe('create', () => {
    it('returns the account as created, by UUID and by number', async () => {
      const account = await created({
        id: 41,
        provider: 'mastodon',
        image: 'https://img.example.com/a.png',
        credentialsRejected: true,
        facts: { software: 'mastodon', characters: 500, files: 4, imageBytes: null, videoBytes: 99_000_000 },
        server: 'https://mastodon.example.com',
      });

      expect(await read(account)).toEqual(account);
      expect(await fixture.accounts.findAll(account.workspaceId, [41])).toEqual([account]);
    });

    it('stores the largest number', async () => {
      const account = await created({ id: Number.MAX_SAFE_INTEGER });

      expect(await fixture.accounts.findAll(account.workspaceId, [account.id])).toEqual([account]);
      expect(await fixture.accounts.list(account.workspaceId, { limit: 5 })).toEqual([account]);
    });

    it('records its event with it', async () => {
      const event = anEvent();
      await fixture.accounts.create(anAccount(), event, aContext());

      expect(await fixture.events.find(event.id)).toEqual(event);
    });

    it('stores the response with it, and reports an earlier one', async () => {
      const idempotencyRecord = anIdempotencyRecord();
      await fixture.accounts.create(anAccount(), anEvent(), aContext({ idempotencyRecord }));
      const [twin, event] = [anAccount(), anEvent()];

      await expect(fixture.accounts.create(twin, event, aContext({ idempotencyRecord }))).rejects.toThrow(
        DuplicateRequestError,
      );
      expect(await read(twin)).toBeUndefined();
      expect(await fixture.events.find(event.id)).toBeUndefined();
    });

    it('rejects a duplicate number, and keeps the first account', async () => {
      const account = await created();
      const [twin, event] = [anAccount({ workspaceId: account.workspaceId }), anEvent()];

      await expect(fixture.accounts.create(twin, event, aContext())).rejects.toThrow(ConcurrentUpdateError);
      expect(await fixture.accounts.findAll(account.workspaceId, [1])).toEqual([account]);
      expect(await fixture.events.find(event.id)).toBeUndefined();
    });

    it('rejects a duplicate UUID', async () => {
      const account = await created();
      const twin = { ...account, id: 2 };

      await expect(fixture.accounts.create(twin, anEvent(), aContext())).rejects.toThrow(
        ConcurrentUpdateError,
      );
      expect(await read(account)).toEqual(account);
    });
  });

  describe('the identity of an account', () => {
    const ADA = { provider: 'mastodon', identity: 'mastodon.example.com 7' } as const;
    const exists = { code: 'account_exists' };

    async function twice(...identities: readonly (string | null)[]) {
      const workspaceId = randomUUID();
      const accounts = [];
      for (const [index, identity] of identities.entries())
        accounts.push(await created({ ...ADA, workspaceId, id: index + 1, identity, uuid: newId(NOW) }));
      return accounts;
    }

    it('belongs to one account of a workspace, and of each other workspace', async () => {
      const account = await created(ADA);
      const event = anEvent();
      const other = anAccount({ ...ADA, workspaceId: account.workspaceId, id: 2 });

      await expect(fixture.accounts.create(other, event, aContext())).rejects.toMatchObject({
        ...exists,
        extras: { account_id: account.id, account: account.uuid },
      });
      expect(await read(other)).toBeUndefined();
      expect(await fixture.events.find(event.id)).toBeUndefined();
      expect(await read(await created(ADA))).toMatchObject(ADA);
    });

    it('is claimed by one of two requests at the same time', async () => {
      const workspaceId = randomUUID();
      const accounts = [1, 2, 3].map((id) => anAccount({ ...ADA, workspaceId, id, uuid: newId(NOW) }));
      const results = await Promise.allSettled(
        accounts.map((account) => fixture.accounts.create(account, anEvent(), aContext())),
      );

      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect(await fixture.accounts.list(workspaceId, { limit: 9 })).toHaveLength(1);
    });

    it('is free again after the account was removed', async () => {
      const account = await created(ADA);
      await fixture.accounts.remove(account, anEvent(), aContext());

      expect(await created({ ...ADA, workspaceId: account.workspaceId, id: 2 })).toMatchObject(ADA);
    });

    it('is not claimed without one, and by accounts of other networks and sandboxes separately', async () => {
      const { workspaceId } = await created(ADA);
      await created({ workspaceId, id: 2, provider: 'wordpress', identity: ADA.identity });
      await created({ workspaceId, id: 3 });
      await created({ workspaceId, id: 4 });

      expect(await fixture.accounts.list(workspaceId, { limit: 9 })).toHaveLength(4);
    });

    it('is claimed by an account of an earlier version with its first edit, unless its twin has it', async () => {
      const [first, second] = await twice(null, null);
      if (!first || !second) throw new Error('Two accounts are connected');
      for (const before of [first, second]) {
        const after = { ...before, identity: ADA.identity, revision: 2 };
        await fixture.accounts.save(before, after, null, aContext());
      }
      const claimant = anAccount({ ...ADA, workspaceId: first.workspaceId, id: 3 });

      expect(await read(second)).toMatchObject(ADA);
      await expect(fixture.accounts.create(claimant, anEvent(), aContext())).rejects.toMatchObject({
        extras: { account_id: 1 },
      });
      // Removing the one without the claim frees nothing.
      await fixture.accounts.remove({ ...second, ...ADA, revision: 2 }, anEvent(), aContext());
      await expect(fixture.accounts.create(claimant, anEvent(), aContext())).rejects.toMatchObject(exists);
    });

    it('moves with an edit, but not to the identity of another account', async () => {
      const [first, second] = await twice('one', 'two');
      if (!first || !second) throw new Error('Two accounts are connected');
      const moved = { ...first, identity: 'three', revision: 2 };
      await fixture.accounts.save(first, moved, null, aContext());
      const clash = { ...moved, identity: 'two', revision: 3 };

      await expect(fixture.accounts.save(moved, clash, null, aContext())).rejects.toMatchObject(exists);
      expect(await read(first)).toEqual(moved);
      const { workspaceId } = first;
      expect(await created({ ...ADA, workspaceId, id: 3, identity: 'one' })).toMatchObject({
        identity: 'one',
      });
    });
  });

  describe('findSame', () => {
    const ADA = {
      provider: 'mastodon',
      identity: 'mastodon.example.com 7',
      username: 'ada',
      server: 'https://a.b',
    } as const;

    it('finds the account with the identity, whatever its name', async () => {
      const account = await created({ ...ADA, username: 'renamed' });
      const { workspaceId } = account;

      expect(await fixture.accounts.findSame({ workspaceId, ...ADA })).toEqual(account);
      expect(await fixture.accounts.findSame({ workspaceId: randomUUID(), ...ADA })).toBeUndefined();
      expect(await fixture.accounts.findSame({ workspaceId, ...ADA, identity: 'x' })).toBeUndefined();
    });

    it('finds an account without a claim among more than one page', async () => {
      const earlier = await created({ ...ADA, identity: null });
      const { workspaceId } = earlier;
      for (let id = 2; id <= 103; id += 1) await created({ workspaceId, id, uuid: newId(NOW) });

      expect(await fixture.accounts.findSame({ workspaceId, ...ADA })).toEqual(earlier);
      expect(await fixture.accounts.findSame({ workspaceId, ...ADA, username: 'bob' })).toBeUndefined();
    });
  });

  describe('find', () => {
    it('finds nothing in another workspace', async () => {
      const { uuid } = await created();

      expect(await fixture.accounts.find(randomUUID(), uuid)).toBeUndefined();
    });
  });

  describe('findAll', () => {
    it('omits unknown and third-party accounts, and counts a repeated number once', async () => {
      const account = await created({ id: 7 });
      await created({ id: 8 });

      expect(await fixture.accounts.findAll(account.workspaceId, [7, 8, 9, 7])).toEqual([account]);
      expect(await fixture.accounts.findAll(account.workspaceId, [])).toEqual([]);
    });

    it('accepts more numbers than one batch holds', async () => {
      const account = await created({ id: 205 });
      const ids = Array.from({ length: 230 }, (_, index) => index + 1);

      expect(await fixture.accounts.findAll(account.workspaceId, ids)).toEqual([account]);
    });
  });

  describe('list', () => {
    it('lists from the highest number down, page by page, in one workspace', async () => {
      const workspaceId = randomUUID();
      for (const id of [1, 2, 9, 10, 100]) await created({ workspaceId, id, uuid: newId(NOW) });
      await created();
      const newest = await fixture.accounts.list(workspaceId, { limit: 2 });
      const rest = await fixture.accounts.list(workspaceId, { limit: 9, after: newest[1]?.id });

      expect(newest.map(({ id }) => id)).toEqual([100, 10]);
      expect(rest.map(({ id }) => id)).toEqual([9, 2, 1]);
      expect(await fixture.accounts.list(workspaceId, { limit: 9, after: 1 })).toEqual([]);
    });

    it('lists only accounts, not the counter or the lookup items', async () => {
      const workspaceId = randomUUID();
      const account = await created({ workspaceId, id: await fixture.accounts.nextId(workspaceId) });

      expect(await fixture.accounts.list(workspaceId, { limit: 100 })).toEqual([account]);
    });
  });

  describe('save', () => {
    it('replaces the account and records the event', async () => {
      const before = await created();
      const after = { ...before, name: 'Renamed', image: null, revision: 2, updatedAt: secondsAfterNow(5) };
      const event = anEvent();
      await fixture.accounts.save(before, after, event, aContext());

      expect(await read(before)).toEqual(after);
      expect(await fixture.events.find(event.id)).toEqual(event);
    });

    it('needs no event', async () => {
      const before = await created();
      const after = { ...before, image: 'https://img.example.com/b.png', revision: 2 };
      await fixture.accounts.save(before, after, null, aContext());

      expect(await read(before)).toEqual(after);
    });

    it('rejects an account that was changed since then, and records nothing', async () => {
      const before = await created();
      await fixture.accounts.save(before, { ...before, revision: 2 }, null, aContext());
      const event = anEvent();

      await expect(
        fixture.accounts.save(before, { ...before, name: 'Late', revision: 2 }, event, aContext()),
      ).rejects.toThrow(ConcurrentUpdateError);
      expect(await fixture.events.find(event.id)).toBeUndefined();
    });

    it('does not recreate a deleted account', async () => {
      const before = await created();
      await fixture.accounts.remove(before, anEvent(), aContext());

      await expect(
        fixture.accounts.save(before, { ...before, revision: 2 }, null, aContext()),
      ).rejects.toThrow(ConcurrentUpdateError);
      expect(await read(before)).toBeUndefined();
    });
  });

  describe('remove', () => {
    it('removes only this account, and records the event', async () => {
      const account = await created();
      const other = await created({ workspaceId: account.workspaceId, id: 2 });
      const event = anEvent();
      await fixture.accounts.remove(account, event, aContext());

      expect(await read(account)).toBeUndefined();
      expect(await fixture.accounts.findAll(account.workspaceId, [1, 2])).toEqual([other]);
      expect(await fixture.events.find(event.id)).toEqual(event);
    });

    it('rejects a second removal, and records nothing', async () => {
      const account = await created();
      await fixture.accounts.remove(account, anEvent(), aContext());
      const event = anEvent();

      await expect(fixture.accounts.remove(account, event, aContext())).rejects.toThrow(
        ConcurrentUpdateError,
      );
      expect(await fixture.events.find(event.id)).toBeUndefined();
    });

    it('rejects an account that was changed since then', async () => {
      const before = await created();
      const after = { ...before, status: 'disabled' as const, revision: 2 };
      await fixture.accounts.save(before, after, null, aContext());

      await expect(fixture.accounts.remove(before, anEvent(), aContext())).rejects.toThrow(
        ConcurrentUpdateError,
      );
      expect(await read(before)).toEqual(after);
    });
  });
});
