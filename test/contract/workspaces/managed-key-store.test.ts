import { describe, expect, it } from 'vitest';
import { DuplicateRequestError, ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import {
  type ApiKey,
  API_KEY_LIMIT,
  CONSOLE_KEY_LIMIT,
  type Member,
} from '#shared/platform/identity/workspace.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import type { ConsoleKey } from '#shared/workspaces/domain/new-console-key.ts';
import {
  aContext,
  anOperatorContext,
  anIdempotencyRecord,
  secondsAfterNow,
  NOW,
} from '#test/support/builders/platform/command-builders.ts';
import {
  aMember,
  anApiKey,
  createWorkspaceIn,
} from '#test/support/builders/workspaces/workspace-builders.ts';
import { describeStores } from '#test/support/fixtures/platform/platform-fixture.ts';

describeStores('ManagedKeyStore', (fixture) => {
  async function current({ workspaceId, id }: Member): Promise<Member> {
    const found = await fixture.workspaces.findMember(workspaceId, id);
    if (!found) throw new Error('The member is gone');
    return found;
  }

  async function create(owner: Member, overrides: Partial<ApiKey> = {}, callerId = owner.id) {
    const key = anApiKey({ workspaceId: owner.workspaceId, memberId: owner.id, ...overrides });
    await fixture.managedKeys.create(key, { owner: await current(owner), callerId }, aContext());
    return key;
  }

  const stored = ({ hash }: ApiKey) => fixture.apiKeys.findByHash(hash);

  it('finds a key by id and by hash as created', async () => {
    const { admin } = await createWorkspaceIn(fixture.workspaces);
    const key = await create(admin, { expiresAt: secondsAfterNow(60), granted: ['publishing:posts:read'] });

    expect(await fixture.managedKeys.find(key.workspaceId, key.id)).toEqual(key);
    expect(await stored(key)).toEqual(key);
  });

  it('finds no key of another workspace, and no unknown one', async () => {
    const [ours, foreign] = [
      await createWorkspaceIn(fixture.workspaces),
      await createWorkspaceIn(fixture.workspaces),
    ];
    const key = await create(ours.admin);

    expect(await fixture.managedKeys.find(foreign.workspaceId, key.id)).toBeUndefined();
    expect(await fixture.managedKeys.find(ours.workspaceId, newId(NOW))).toBeUndefined();
  });

  it('lists keys newest first, including those created with the workspace, page by page', async () => {
    const { admin, key: first, workspaceId } = await createWorkspaceIn(fixture.workspaces);
    const keys: ApiKey[] = [];
    for (const second of [1, 2, 3]) keys.unshift(await create(admin, { id: newId(secondsAfterNow(second)) }));
    const newest = await fixture.managedKeys.list(workspaceId, { limit: 2 });
    const rest = await fixture.managedKeys.list(workspaceId, { limit: 9, after: newest[1]?.id });

    expect([...newest, ...rest]).toEqual([...keys, first]);
  });

  it('lists keys of all members by time, without those of removed ones, however many they are', async () => {
    const { admin, key: first, workspaceId } = await createWorkspaceIn(fixture.workspaces);
    const other = aMember({ workspaceId, email: 'other@example.com' });
    await fixture.members.create(other, anOperatorContext());
    const old = await create(admin, { id: newId(secondsAfterNow(1)) });
    const mixed = await create(other, { id: newId(secondsAfterNow(2)) });
    const newest = await create(admin, { id: newId(secondsAfterNow(500)) });
    for (const round of [1, 2, 3]) {
      const gone = aMember({ workspaceId, email: 'gone@example.com' });
      await fixture.members.create(gone, anOperatorContext());
      for (let count = 1; count <= 35; count += 1) {
        await create(gone, { id: newId(secondsAfterNow(round * 100 + count)) });
      }
      await fixture.members.remove(await current(gone), anOperatorContext());
    }

    expect(await fixture.managedKeys.list(workspaceId, { limit: 9 })).toEqual([newest, mixed, old, first]);
    expect(await fixture.managedKeys.list(workspaceId, { limit: 2, after: newest.id })).toEqual([mixed, old]);
  });

  it('stores the response with a key, and reports an earlier one', async () => {
    const { admin } = await createWorkspaceIn(fixture.workspaces);
    const idempotencyRecord = anIdempotencyRecord({ sealedSecret: 'sealed' });
    const identity = { workspaceId: admin.workspaceId, memberId: admin.id };
    const ownership = { owner: await current(admin), callerId: admin.id };
    await fixture.managedKeys.create(anApiKey(identity), ownership, aContext({ idempotencyRecord }));
    const twin = anApiKey(identity);

    await expect(
      fixture.managedKeys.create(twin, ownership, aContext({ idempotencyRecord })),
    ).rejects.toThrow(DuplicateRequestError);
    expect(await stored(twin)).toBeUndefined();
    expect(await fixture.responses.find(idempotencyRecord.id, NOW)).toEqual(idempotencyRecord);
  });

  it('limits the keys of one member, and revoked ones make room again', async () => {
    const { admin } = await createWorkspaceIn(fixture.workspaces);
    let last: ApiKey | undefined;
    for (let count = 1; count < API_KEY_LIMIT; count += 1) last = await create(admin);

    await expect(create(admin)).rejects.toMatchObject({
      code: 'api_key_limit_reached',
      extras: { limit: API_KEY_LIMIT },
    });
    if (last) await fixture.managedKeys.revoke(last, anOperatorContext());
    await expect(create(admin)).resolves.toBeDefined();
  });

  describe('console keys', () => {
    async function createLink(owner: Member, seconds = 60, at = NOW): Promise<ConsoleKey> {
      const { workspaceId, id: memberId } = owner;
      const expiresAt = new Date(at.getTime() + seconds * 1000);
      const key = { ...anApiKey({ workspaceId, memberId }), console: true as const, expiresAt };
      const context = aContext();
      const change = { ...context.change, at };
      await fixture.managedKeys.createConsoleKey(key, await current(owner), { ...context, change });
      return key;
    }

    it('are found as created, and listed with the other keys', async () => {
      const { admin, key: first } = await createWorkspaceIn(fixture.workspaces);
      const key = await createLink(admin);

      expect(await fixture.managedKeys.find(key.workspaceId, key.id)).toEqual(key);
      expect(await stored(key)).toEqual(key);
      expect(await fixture.managedKeys.list(key.workspaceId, { limit: 9 })).toEqual(
        expect.arrayContaining([key, first]),
      );
    });

    it('are at most five, and the expired ones make room and are forgotten', async () => {
      const { admin, workspaceId } = await createWorkspaceIn(fixture.workspaces);
      const first = await createLink(admin, 60);
      for (let count = 1; count < CONSOLE_KEY_LIMIT; count += 1) await createLink(admin, 120);

      await expect(createLink(admin)).rejects.toMatchObject({
        code: 'api_key_limit_reached',
        extras: { limit: CONSOLE_KEY_LIMIT },
      });
      const next = await createLink(admin, 60, secondsAfterNow(60));
      expect(await fixture.managedKeys.find(workspaceId, first.id)).toBeUndefined();
      expect(await fixture.managedKeys.find(workspaceId, next.id)).toEqual(next);
      await expect(createLink(admin, 60, secondsAfterNow(60))).rejects.toMatchObject({
        code: 'api_key_limit_reached',
      });
    });

    it('do not count as keys of the member, and revoked ones make room', async () => {
      const { admin } = await createWorkspaceIn(fixture.workspaces);
      const links = [];
      for (let count = 0; count < CONSOLE_KEY_LIMIT; count += 1) links.push(await createLink(admin));
      for (let count = 1; count < API_KEY_LIMIT; count += 1) await create(admin);
      const [link] = links;
      if (link) await fixture.managedKeys.revoke(link, anOperatorContext());

      await expect(createLink(admin)).resolves.toBeDefined();
      expect(link && (await stored(link))?.revokedAt).toEqual(NOW);
    });

    it('are rejected if the member has changed since the read', async () => {
      const { admin } = await createWorkspaceIn(fixture.workspaces);
      const stale = await current(admin);
      await createLink(admin);
      const key = { ...anApiKey({ workspaceId: admin.workspaceId, memberId: admin.id }) };
      const link = { ...key, console: true as const, expiresAt: secondsAfterNow(60) };

      await expect(fixture.managedKeys.createConsoleKey(link, stale, aContext())).rejects.toThrow(
        ConcurrentUpdateError,
      );
      expect(await stored(link)).toBeUndefined();
    });

    it('lose permissions with their member and do not get them back', async () => {
      const { admin, workspaceId } = await createWorkspaceIn(fixture.workspaces);
      const other = aMember({ workspaceId, email: 'other@example.com' });
      await fixture.members.create(other, anOperatorContext());
      const key = await createLink(other);
      const before = await current(other);
      const editor: Member = { ...before, role: 'editor', revision: before.revision + 1 };
      await fixture.members.update(before, editor, anOperatorContext());
      expect((await stored(key))?.permissions).toEqual([]);
      const demoted = await current(other);
      const again: Member = { ...demoted, role: 'admin', revision: demoted.revision + 1 };
      await fixture.members.update(demoted, again, anOperatorContext());

      expect((await stored(key))?.permissions).toEqual([]);
      expect((await current(other)).role).toBe('admin');
      expect(admin.role).toBe('admin');
    });

    it('are revoked with the removal of their member', async () => {
      const { workspaceId } = await createWorkspaceIn(fixture.workspaces);
      const other = aMember({ workspaceId, email: 'other@example.com' });
      await fixture.members.create(other, anOperatorContext());
      const key = await createLink(other);
      await fixture.members.remove(await current(other), anOperatorContext());

      expect((await stored(key))?.revokedAt).toEqual(NOW);
      expect(await fixture.workspaces.findMember(workspaceId, other.id)).toBeUndefined();
    });
  });

  it('rejects a key created by a member who has changed since then', async () => {
    const { admin } = await createWorkspaceIn(fixture.workspaces);
    const stale = await current(admin);
    await create(admin);
    const key = anApiKey({ workspaceId: admin.workspaceId, memberId: admin.id });

    await expect(
      fixture.managedKeys.create(key, { owner: stale, callerId: admin.id }, aContext()),
    ).rejects.toThrow(ConcurrentUpdateError);
    expect(await stored(key)).toBeUndefined();
  });

  it('rejects the key of another member to a caller who is no admin at the moment of writing', async () => {
    const { admin, workspaceId } = await createWorkspaceIn(fixture.workspaces);
    const editor = aMember({ workspaceId, email: 'editor@example.com', role: 'editor' });
    await fixture.members.create(editor, anOperatorContext());
    const key = await create(editor, {}, admin.id);

    await expect(create(admin, {}, editor.id)).rejects.toMatchObject({ code: 'admin_required' });
    const ownership = { owner: await current(editor), callerId: newId(NOW) };
    await expect(fixture.managedKeys.update(key, ownership, aContext())).rejects.toMatchObject({
      code: 'admin_required',
    });
  });

  it('writes name, permissions and rate limits of a key and keeps the rest', async () => {
    const { admin } = await createWorkspaceIn(fixture.workspaces);
    const key = await create(admin);
    await fixture.apiKeys.recordKeyUse(key, secondsAfterNow(5));
    const after: ApiKey = {
      ...key,
      name: 'Other',
      granted: ['publishing:posts:read', 'publishing:posts:write'],
      permissions: ['publishing:posts:read'],
      rateLimits: { write: 12 },
    };
    await fixture.managedKeys.update(after, { owner: await current(admin), callerId: admin.id }, aContext());

    expect(await stored(key)).toEqual({ ...after, lastUsedAt: secondsAfterNow(5) });
  });

  it('revokes a key once: it is no longer found or listed, and cannot be edited', async () => {
    const { admin, key: first } = await createWorkspaceIn(fixture.workspaces);
    const key = await create(admin);
    await fixture.managedKeys.revoke(key, anOperatorContext());

    expect((await stored(key))?.revokedAt).toEqual(NOW);
    expect(await fixture.managedKeys.find(key.workspaceId, key.id)).toBeUndefined();
    expect(await fixture.managedKeys.list(key.workspaceId, { limit: 9 })).toEqual([first]);
    await expect(fixture.managedKeys.revoke(key, anOperatorContext())).rejects.toThrow(ConcurrentUpdateError);
    await expect(
      fixture.managedKeys.update(key, { owner: await current(admin), callerId: admin.id }, aContext()),
    ).rejects.toThrow(ConcurrentUpdateError);
  });
});
