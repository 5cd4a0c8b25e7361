import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { AuditEntry } from '#shared/platform/core/audit-entry.ts';
import type { AuditFilter } from '#shared/platform/core/audit-store.ts';
import { anAuditEntry, secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { describeStores } from '#test/support/fixtures/platform/platform-fixture.ts';

const DAY = 86_400;
/** From the first of March to the middle of June. */
const RANGE = { since: secondsAfterNow(-92 * DAY), until: secondsAfterNow(14 * DAY) };

describeStores('AuditStore', (fixture) => {
  /** Entries of one workspace at some days from now, in that order. */
  async function logged(days: readonly number[], overrides: Partial<AuditEntry> = {}) {
    const workspaceId = randomUUID();
    const entries = days.map((day) =>
      anAuditEntry({ workspaceId, at: secondsAfterNow(day * DAY), ...overrides }),
    );
    await fixture.audit.add(entries);
    return { workspaceId, entries };
  }

  function list(workspaceId: string, filter: Partial<AuditFilter> = {}) {
    return fixture.audit.list(workspaceId, { ...RANGE, order: 'desc', limit: 25, ...filter });
  }

  /** Every page of a list. */
  async function pages(workspaceId: string, filter: Partial<AuditFilter>): Promise<AuditEntry[][]> {
    const all: AuditEntry[][] = [];
    for (let after: string | undefined; ;) {
      const { entries, next } = await list(workspaceId, { ...filter, after });
      all.push([...entries]);
      if (next === undefined) return all;
      after = next;
    }
  }

  describe('add', () => {
    it.each<AuditEntry['actor']>([
      { kind: 'key', key: 'key-1', member: 'member-1' },
      { kind: 'system' },
      { kind: 'operator' },
    ])('stores a complete entry of a $kind', async (actor) => {
      const { workspaceId, entries } = await logged([0], { actor });

      expect(await list(workspaceId)).toEqual({ entries, next: undefined });
    });

    it('keeps an existing entry', async () => {
      const { workspaceId, entries } = await logged([0]);
      await fixture.audit.add(entries.map((entry) => ({ ...entry, operation: 'another' })));

      expect((await list(workspaceId)).entries).toEqual(entries);
    });

    it('accepts more than one batch, and an empty one', async () => {
      const { workspaceId } = await logged(Array.from({ length: 60 }, () => 0));
      await fixture.audit.add([]);

      expect((await list(workspaceId, { limit: 100 })).entries).toHaveLength(60);
    });
  });

  describe('list', () => {
    const DAYS = [-91, -60, -32, -31, -1, 0, 13];

    it('lists newest first across the borders of months', async () => {
      const { workspaceId, entries } = await logged(DAYS);

      expect(await list(workspaceId)).toEqual({ entries: entries.toReversed(), next: undefined });
    });

    it('lists oldest first on request', async () => {
      const { workspaceId, entries } = await logged(DAYS);

      expect(await list(workspaceId, { order: 'asc' })).toEqual({ entries, next: undefined });
    });

    it.each(['asc', 'desc'] as const)(
      'continues page by page, %s, without gaps or duplicates',
      async (order) => {
        const { workspaceId, entries } = await logged(DAYS);
        const found = await pages(workspaceId, { order, limit: 2 });

        expect(found.map((page) => page.length)).toEqual([2, 2, 2, 1]);
        expect(found.flat()).toEqual(order === 'asc' ? entries : entries.toReversed());
      },
    );

    it.each(['asc', 'desc'] as const)(
      'continues within the current bounds from a cursor outside of them, %s',
      async (order) => {
        const { workspaceId, entries } = await logged([-34, -33, -32, -31, -1, 5, 6]);
        const bounds = { since: secondsAfterNow(-32 * DAY), until: secondsAfterNow(0) };
        const [after, inRange] = [entries.at(order === 'asc' ? 0 : -1)?.id, entries.slice(2, 5)];
        const { entries: found } = await list(workspaceId, { ...bounds, order, after });

        expect(found).toEqual(order === 'asc' ? inRange : inRange.toReversed());
      },
    );

    it('has no next page when the last one is full', async () => {
      const { workspaceId } = await logged([0, 1]);

      expect(await list(workspaceId, { limit: 2 })).toMatchObject({ next: undefined });
    });

    it('lists entries of one workspace only', async () => {
      const { workspaceId, entries } = await logged([0]);
      await logged([0]);

      expect((await list(workspaceId)).entries).toEqual(entries);
    });

    it('includes both bounds and omits the rest, also of the same month', async () => {
      const { workspaceId, entries } = await logged([-31, -2, -1, 1]);
      const filter = { since: secondsAfterNow(-2 * DAY), until: secondsAfterNow(-DAY) };

      expect((await list(workspaceId, { ...filter, order: 'asc' })).entries).toEqual(entries.slice(1, 3));
      const late = { since: secondsAfterNow(-2 * DAY + 0.001), until: secondsAfterNow(-DAY - 0.001) };
      expect((await list(workspaceId, late)).entries).toEqual([]);
    });

    it.each(['asc', 'desc'] as const)('finds nothing, %s, in an empty range', async (order) => {
      const { workspaceId, entries } = await logged([-80, 0]);
      const [old, fresh] = entries;

      const reversed = { since: secondsAfterNow(2), until: secondsAfterNow(1), order };
      const behindCursor = {
        since: secondsAfterNow(-DAY),
        until: secondsAfterNow(-DAY / 2),
        after: (order === 'asc' ? fresh : old)?.id,
      };
      for (const filter of [reversed, { ...behindCursor, order }])
        expect(await list(workspaceId, filter)).toEqual({ entries: [], next: undefined });
    });

    it.each<[string, Partial<AuditEntry>, Partial<AuditFilter>]>([
      ['operation', { operation: 'delete-page' }, { operation: 'delete-page' }],
      ['kind of resource', { resource: { type: 'pixel', id: 'x' } }, { resource: 'pixel' }],
      ['resource', { resource: { type: 'page', id: 'this' } }, { resourceId: 'this' }],
      ['key', { actor: { kind: 'key', key: 'other', member: 'member-1' } }, { keyId: 'other' }],
      ['member', { actor: { kind: 'key', key: 'key-1', member: 'other' } }, { memberId: 'other' }],
    ])('finds entries by %s', async (_, own, filter) => {
      const { workspaceId } = await logged([0, -40]);
      const wanted = [
        anAuditEntry({ workspaceId, ...own }),
        anAuditEntry({ workspaceId, at: secondsAfterNow(-40 * DAY), ...own }),
      ];
      await fixture.audit.add([...wanted, anAuditEntry({ workspaceId, actor: { kind: 'system' } })]);

      expect(await list(workspaceId, filter)).toEqual({ entries: wanted, next: undefined });
    });

    it('finds rare entries among many, in however many pages', async () => {
      const workspaceId = randomUUID();
      const many = Array.from({ length: 1300 }, (_, index) =>
        anAuditEntry({ workspaceId, at: secondsAfterNow(index) }),
      );
      const rare = anAuditEntry({ workspaceId, at: secondsAfterNow(0.5), operation: 'delete-page' });
      await fixture.audit.add([...many, rare]);

      expect((await pages(workspaceId, { operation: 'delete-page' })).flat()).toEqual([rare]);
    });
  });
});
