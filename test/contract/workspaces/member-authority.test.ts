import { describe, expect, it } from 'vitest';
import { ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import type { Permission } from '#shared/platform/core/permissions.ts';
import type { ApiKey, Member } from '#shared/platform/identity/workspace.ts';
import { aContextOf, anOperatorContext } from '#test/support/builders/platform/command-builders.ts';
import {
  aMember,
  anApiKey,
  createWorkspaceIn,
} from '#test/support/builders/workspaces/workspace-builders.ts';
import { describeStores } from '#test/support/fixtures/platform/platform-fixture.ts';

describeStores('MemberStore', (fixture) => {
  let people = 0;
  async function added(workspaceId: string, overrides: Partial<Member> = {}): Promise<Member> {
    people += 1;
    const member = aMember({ workspaceId, email: `member-${people}@example.com`, ...overrides });
    await fixture.members.create(member, anOperatorContext());
    return member;
  }

  /** A workspace of one admin, with another member who was added. */
  async function withMember(overrides: Partial<Member> = {}) {
    const workspace = await createWorkspaceIn(fixture.workspaces);
    return { ...workspace, member: await added(workspace.workspaceId, overrides) };
  }

  /** The current member: new keys increment the revision. */
  async function current({ workspaceId, id }: Member): Promise<Member> {
    const found = await fixture.workspaces.findMember(workspaceId, id);
    if (!found) throw new Error('The member is gone');
    return found;
  }

  async function keyOf(owner: Member, granted: readonly Permission[]): Promise<ApiKey> {
    const { workspaceId, id: memberId } = owner;
    const key = anApiKey({ workspaceId, memberId, granted, permissions: granted });
    const ownership = { owner: await current(owner), callerId: owner.id };
    await fixture.managedKeys.create(key, ownership, anOperatorContext());
    return key;
  }

  describe('a caller whose key is cached for some more seconds', () => {
    const REJECTED = { code: 'admin_required' };

    it.each<[string, (caller: Member) => Promise<void>]>([
      ['was removed', (caller) => fixture.members.remove(caller, anOperatorContext())],
      [
        'is an editor now',
        (caller) =>
          fixture.members.update(
            caller,
            { ...caller, role: 'editor', revision: caller.revision + 1 },
            anOperatorContext(),
          ),
      ],
    ])('who %s neither adds, changes nor removes members, nor revokes their keys', async (_, end) => {
      const { workspaceId, member: target } = await withMember({ role: 'viewer' });
      const caller = await added(workspaceId);
      const key = await keyOf(target, ['publishing:posts:read']);
      const before = await current(target);
      await end(caller);
      const accomplice = aMember({ workspaceId, email: 'accomplice@example.com' });
      const promoted: Member = { ...before, role: 'admin', revision: before.revision + 1 };

      await expect(fixture.members.create(accomplice, aContextOf(caller))).rejects.toMatchObject(REJECTED);
      await expect(fixture.members.update(before, promoted, aContextOf(caller))).rejects.toMatchObject(
        REJECTED,
      );
      await expect(fixture.members.remove(before, aContextOf(caller))).rejects.toMatchObject(REJECTED);
      await expect(fixture.managedKeys.revoke(key, aContextOf(caller))).rejects.toMatchObject(REJECTED);
      expect(await fixture.workspaces.findMember(workspaceId, accomplice.id)).toBeUndefined();
      expect(await current(target)).toEqual(before);
      expect((await fixture.apiKeys.findByHash(key.hash))?.revokedAt).toBeNull();
    });

    it('cannot become an admin again', async () => {
      const { member } = await withMember();
      const editor: Member = { ...member, role: 'editor', revision: 2 };
      await fixture.members.update(member, editor, aContextOf(member));
      const again = fixture.members.update(
        editor,
        { ...editor, role: 'admin', revision: 3 },
        aContextOf(member),
      );

      await expect(again).rejects.toMatchObject(REJECTED);
      expect(await current(member)).toEqual(editor);
    });

    it('gives no product that they lost since then', async () => {
      const { workspaceId, member: target } = await withMember({ role: 'viewer', products: ['publishing'] });
      const caller = await added(workspaceId);
      const limited: Member = { ...caller, products: ['publishing'], revision: 2 };
      await fixture.members.update(caller, limited, anOperatorContext());
      const after: Member = { ...target, products: ['publishing', 'salesbot'], revision: 2 };
      const newcomer = aMember({ workspaceId, email: 'newcomer@example.com', products: ['salesbot'] });

      await expect(fixture.members.update(target, after, aContextOf(caller))).rejects.toThrow(
        ConcurrentUpdateError,
      );
      await expect(fixture.members.create(newcomer, aContextOf(caller))).rejects.toThrow(
        ConcurrentUpdateError,
      );
      expect(await current(target)).toEqual(target);
      await fixture.members.update(
        target,
        { ...after, role: 'editor', products: ['publishing'] },
        aContextOf(caller),
      );
      expect(await current(target)).toMatchObject({ role: 'editor' });
    });

    it('restores only permissions that their key has', async () => {
      const { admin, member } = await withMember();
      const key = await keyOf(member, ['workspace:deletion:write', 'workspace:keys:write']);
      const before = await current(member);
      const editor: Member = { ...before, role: 'editor', revision: before.revision + 1 };
      await fixture.members.update(before, editor, anOperatorContext());
      const again: Member = { ...editor, role: 'admin', revision: editor.revision + 1 };
      const { change, idempotencyRecord } = aContextOf(admin);
      const hash = (await keyOf(admin, ['workspace:keys:write'])).hash;
      const callerKey = { hash, permissions: ['workspace:keys:write' as const], expiresAt: null };

      await expect(
        fixture.members.update(editor, again, { change: { ...change, callerKey }, idempotencyRecord }),
      ).rejects.toMatchObject({
        code: 'permission_not_grantable',
        extras: { permissions: ['workspace:deletion:write'] },
      });
      expect((await fixture.apiKeys.findByHash(key.hash))?.permissions).toEqual([]);
    });

    it('is not restricted for their own key, or while they are an admin', async () => {
      const { admin, member } = await withMember({ role: 'viewer' });
      const [own, other] = [await keyOf(member, []), await keyOf(member, [])];
      await fixture.managedKeys.revoke(own, aContextOf(member));
      await fixture.managedKeys.revoke(other, aContextOf(admin));
      const [before, access] = [await current(member), { role: 'editor' } as const];
      const editor = { ...before, ...access, revision: before.revision + 1 };
      await fixture.members.update(before, editor, aContextOf(admin));
      await fixture.members.remove(editor, aContextOf(admin));

      expect(await fixture.workspaces.findMember(member.workspaceId, member.id)).toBeUndefined();
    });
  });
});
