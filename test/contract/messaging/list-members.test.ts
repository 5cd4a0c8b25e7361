import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { ListMember } from '#shared/messaging/domain/list-member.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import { NOW, secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { describeStores } from '#test/support/fixtures/platform/platform-fixture.ts';

const DAYS = 86_400;

describeStores('ListMembers', (fixture) => {
  function aMember(importId: string, line = 1): ListMember {
    const expiresAt = secondsAfterNow(90 * DAYS);
    return { importId, workspaceId: randomUUID(), contactId: newId(NOW), line, expiresAt };
  }

  async function aList(size: number): Promise<{ importId: string; contactIds: string[] }> {
    const importId = randomUUID();
    const members = Array.from({ length: size }, (_, index) => aMember(importId, index + 1));
    await Promise.all(members.map((member) => fixture.listMembers.add(member)));
    return { importId, contactIds: members.map(({ contactId }) => contactId) };
  }

  async function readAll(importId: string, limit: number): Promise<string[][]> {
    const pages: string[][] = [];
    let cursor: string | undefined;
    do {
      const { contactIds, readTo } = await fixture.listMembers.readPage(importId, cursor, limit);
      pages.push([...contactIds]);
      cursor = readTo;
    } while (cursor !== undefined);
    return pages;
  }

  describe('add', () => {
    it('adds a member once: the first line stays', async () => {
      const member = aMember(randomUUID(), 3);

      expect(await fixture.listMembers.add(member)).toEqual(member);
      expect(await fixture.listMembers.add({ ...member, line: 9 })).toEqual(member);
      expect(await fixture.listMembers.find(member.importId, member.contactId)).toEqual(member);
    });

    it('keeps lists apart', async () => {
      const member = aMember(randomUUID());
      await fixture.listMembers.add(member);

      expect(await fixture.listMembers.find(randomUUID(), member.contactId)).toBeUndefined();
    });
  });

  describe('readPage', () => {
    it.each([1, 7, 100])('returns each member once, in pages of at most %d', async (limit) => {
      const { importId, contactIds } = await aList(40);
      await aList(3);
      const pages = await readAll(importId, limit);

      expect(pages.flat().toSorted()).toEqual(contactIds.toSorted());
      expect(pages.every((page) => page.length <= limit)).toBe(true);
    });

    it('fills its pages before the end', async () => {
      const { importId } = await aList(40);
      const pages = await readAll(importId, 30);

      expect(pages.map(({ length }) => length)).toEqual([30, 10]);
    });

    it('has the same order for any size of pages, also after members were added', async () => {
      const { importId, contactIds } = await aList(40);
      const before = (await readAll(importId, 7)).flat();
      await fixture.listMembers.add(aMember(importId, 41));
      const after = (await readAll(importId, 11)).flat();

      expect(after.filter((id) => contactIds.includes(id))).toEqual(before);
    });

    it('returns an empty page for an unknown list', async () => {
      expect(await readAll(randomUUID(), 10)).toEqual([[]]);
    });
  });
});
