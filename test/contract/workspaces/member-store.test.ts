import { describe, expect, it } from 'vitest';
import { DuplicateRequestError, ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import type { Permission } from '#shared/platform/core/permissions.ts';
import { type ApiKey, API_KEY_LIMIT, type Member } from '#shared/platform/identity/workspace.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import type { Endpoint } from '#shared/webhooks/domain/endpoint.ts';
import {
  aContext,
  aContextOf,
  anOperatorContext,
  anIdempotencyRecord,
  secondsAfterNow,
  NOW,
} from '#test/support/builders/platform/command-builders.ts';
import { anEdit, anEndpoint } from '#test/support/builders/webhooks/endpoint-builders.ts';
import {
  aMember,
  anApiKey,
  createWorkspaceIn,
} from '#test/support/builders/workspaces/workspace-builders.ts';
import { describeStores } from '#test/support/fixtures/platform/platform-fixture.ts';

const BOTH: readonly Permission[] = ['publishing:webhooks:subscribe', 'salesbot:webhooks:subscribe'];

describeStores('MemberStore', (fixture) => {
  let people = 0;
  /** A workspace of one admin, with another member who was added. */
  async function withMember(overrides: Partial<Member> = {}) {
    const workspace = await createWorkspaceIn(fixture.workspaces);
    const member = await added(workspace.workspaceId, overrides);
    return { ...workspace, member };
  }

  async function added(workspaceId: string, overrides: Partial<Member> = {}): Promise<Member> {
    people += 1;
    const member = aMember({ workspaceId, email: `member-${people}@example.com`, ...overrides });
    await fixture.members.create(member, anOperatorContext());
    return member;
  }

  /** The current member: new keys and endpoints increment the revision. */
  async function current({ workspaceId, id }: Member): Promise<Member> {
    const found = await fixture.workspaces.findMember(workspaceId, id);
    if (!found) throw new Error('The member is gone');
    return found;
  }

  async function keyOf(owner: Member, granted = BOTH): Promise<ApiKey> {
    const key = anApiKey({
      workspaceId: owner.workspaceId,
      memberId: owner.id,
      granted,
      permissions: granted,
    });
    await fixture.managedKeys.create(key, { owner: await current(owner), callerId: owner.id }, aContext());
    return key;
  }

  async function endpointOf(member: Member, overrides: Partial<Endpoint> = {}): Promise<Endpoint> {
    const { workspaceId } = member;
    const endpoint = anEndpoint({ workspaceId, responsibleMember: member, enabled: true, ...overrides });
    await fixture.endpoints.create(endpoint, aContext());
    return endpoint;
  }

  const permissionsOf = async ({ hash }: ApiKey) => (await fixture.apiKeys.findByHash(hash))?.permissions;

  describe('create', () => {
    it('returns the member as added', async () => {
      const { member } = await withMember({ role: 'editor', products: ['publishing'] });

      expect(await current(member)).toEqual(member);
    });

    it('rejects an e-mail address that a member has, regardless of case, and ignores other workspaces', async () => {
      const { workspaceId, member } = await withMember();
      const twin = aMember({ workspaceId, email: member.email.toUpperCase() });

      await expect(fixture.members.create(twin, anOperatorContext())).rejects.toMatchObject({
        code: 'member_exists',
      });
      expect(await fixture.workspaces.findMember(workspaceId, twin.id)).toBeUndefined();
      const elsewhere = await createWorkspaceIn(fixture.workspaces);
      await expect(added(elsewhere.workspaceId, { email: member.email })).resolves.toBeDefined();
    });

    it('rejects another spelling of an e-mail address, which is free again after the member was removed', async () => {
      const { workspaceId, member } = await withMember({ role: 'editor', email: 'info@bücher.example' });
      const spellings = ['INFO@bu\u0308cher.example', 'info@xn--bcher-kva.example'];

      for (const email of spellings)
        await expect(added(workspaceId, { email })).rejects.toMatchObject({ code: 'member_exists' });
      await fixture.members.remove(member, anOperatorContext());
      for (const email of spellings.slice(1))
        await expect(added(workspaceId, { email })).resolves.toBeDefined();
    });

    it('knows the addresses of the members created with the workspace', async () => {
      const { workspaceId, admin } = await createWorkspaceIn(fixture.workspaces);

      await expect(added(workspaceId, { email: admin.email })).rejects.toMatchObject({
        code: 'member_exists',
      });
    });

    it('stores the response with it, and reports an earlier one', async () => {
      const { workspaceId } = await createWorkspaceIn(fixture.workspaces);
      const idempotencyRecord = anIdempotencyRecord();
      await fixture.members.create(
        aMember({ workspaceId, email: 'a@example.org' }),
        anOperatorContext({ idempotencyRecord }),
      );
      const again = fixture.members.create(
        aMember({ workspaceId, email: 'b@example.org' }),
        anOperatorContext({ idempotencyRecord }),
      );

      await expect(again).rejects.toThrow(DuplicateRequestError);
    });
  });

  describe('list', () => {
    it('lists newest first, page by page, in one workspace', async () => {
      const { workspaceId, admin } = await createWorkspaceIn(fixture.workspaces);
      const ids = [1, 2, 3].map((second) => newId(secondsAfterNow(second)));
      for (const id of ids) await added(workspaceId, { id });
      await withMember();
      const newest = await fixture.members.list(workspaceId, { limit: 2 });
      const rest = await fixture.members.list(workspaceId, { limit: 9, after: newest[1]?.id });

      expect([...newest, ...rest].map(({ id }) => id)).toEqual([...ids.toReversed(), admin.id]);
    });

    it('omits removed members, however many they are', async () => {
      const { workspaceId, admin } = await createWorkspaceIn(fixture.workspaces);
      for (let count = 1; count <= 60; count += 1) {
        await fixture.members.remove(
          await added(workspaceId, { role: 'viewer', id: newId(secondsAfterNow(count)) }),
          anOperatorContext(),
        );
      }

      expect((await fixture.members.list(workspaceId, { limit: 1 })).map(({ id }) => id)).toEqual([admin.id]);
    });
  });

  describe('update', () => {
    it('writes role and products', async () => {
      const { member } = await withMember({ role: 'viewer' });
      const after = { ...member, role: 'editor', products: ['salesbot'], revision: 2 } as const;
      await fixture.members.update(member, after, anOperatorContext());

      expect(await current(member)).toEqual(after);
    });

    it('revokes permissions of their keys that the role no longer includes, and restores them', async () => {
      const { member } = await withMember();
      const key = await keyOf(member, ['publishing:posts:write', 'salesbot:webhooks:subscribe']);
      const before = await current(member);
      const editor: Member = { ...before, role: 'editor', revision: before.revision + 1 };
      await fixture.members.update(before, editor, anOperatorContext());
      const shrunk = await permissionsOf(key);
      await fixture.members.update(
        editor,
        { ...editor, role: 'admin', revision: editor.revision + 1 },
        anOperatorContext(),
      );

      expect(shrunk).toEqual(['publishing:posts:write']);
      expect(await permissionsOf(key)).toEqual(key.granted);
    });

    it.each([
      ['no longer an admin', { role: 'editor' }],
      ['without a product it subscribes to', { products: ['publishing'] }],
    ] as const)(
      'suspends the endpoints for which they are responsible when they are %s',
      async (_, access) => {
        const { member, owned } = await withMember();
        const endpoint = await endpointOf(member);
        const other = anEndpoint({ ...owned, enabled: true });
        await fixture.endpoints.create(other, aContext());
        const before = await current(member);
        await fixture.members.update(
          before,
          { ...before, ...access, revision: before.revision + 1 },
          anOperatorContext(),
        );

        const suspended = { suspendedReason: 'responsible_admin_inactive', settingsVersion: 1 };
        expect(await fixture.endpoints.readTarget(endpoint.id)).toMatchObject({
          ...suspended,
          enabled: true,
        });
        expect(await fixture.endpoints.find(endpoint.workspaceId, endpoint.id)).toMatchObject({
          ...suspended,
          enabled: true,
          revision: 2,
          updatedAt: NOW,
        });
        // Matching continues, so that new events are held and not lost.
        expect(await fixture.endpoints.readDirectory(endpoint.workspaceId)).toContainEqual(
          expect.objectContaining({ endpointId: endpoint.id, enabled: true, settingsVersion: 1 }),
        );
        expect(await fixture.endpoints.readTarget(other.id)).toMatchObject({ suspendedReason: null });
      },
    );

    it('suspends nothing while they have every product of an endpoint', async () => {
      const { member } = await withMember();
      const endpoint = await endpointOf(member);
      const before = await current(member);
      const after = { ...before, products: ['salesbot'], revision: before.revision + 1 } as const;
      await fixture.members.update(before, after, anOperatorContext());

      expect(await fixture.endpoints.readTarget(endpoint.id)).toMatchObject({ suspendedReason: null });
    });

    it('resumes nothing when they are an admin again', async () => {
      const { member } = await withMember();
      const endpoint = await endpointOf(member);
      const before = await current(member);
      const editor: Member = { ...before, role: 'editor', revision: before.revision + 1 };
      await fixture.members.update(before, editor, anOperatorContext());
      await fixture.members.update(
        editor,
        { ...editor, role: 'admin', revision: editor.revision + 1 },
        anOperatorContext(),
      );

      expect(await fixture.endpoints.readTarget(endpoint.id)).toMatchObject({
        suspendedReason: 'responsible_admin_inactive',
      });
    });

    it('rejects leaving the workspace without an admin, and changes nothing', async () => {
      const { admin } = await createWorkspaceIn(fixture.workspaces);
      const endpoint = await endpointOf(admin);
      const before = await current(admin);
      const update = fixture.members.update(
        before,
        { ...before, role: 'viewer', revision: 9 },
        anOperatorContext(),
      );

      await expect(update).rejects.toMatchObject({ code: 'last_admin' });
      expect(await current(admin)).toEqual(before);
      expect(await fixture.endpoints.readTarget(endpoint.id)).toMatchObject({ suspendedReason: null });
    });

    it('counts new admins', async () => {
      const { admin, member } = await withMember({ role: 'editor' });
      await fixture.members.update(member, { ...member, role: 'admin', revision: 2 }, anOperatorContext());

      await expect(
        fixture.members.remove(await current(admin), anOperatorContext()),
      ).resolves.toBeUndefined();
    });

    it('rejects a member who was changed or removed since then', async () => {
      const { member } = await withMember({ role: 'viewer' });
      const after: Member = { ...member, role: 'editor', revision: 2 };
      await fixture.members.update(member, after, anOperatorContext());

      await expect(fixture.members.update(member, after, anOperatorContext())).rejects.toThrow(
        ConcurrentUpdateError,
      );
      await fixture.members.remove(after, anOperatorContext());
      await expect(
        fixture.members.update(after, { ...after, revision: 3 }, anOperatorContext()),
      ).rejects.toThrow(ConcurrentUpdateError);
    });
  });

  describe('remove', () => {
    it('removes name and address from the recorded response of the creation', async () => {
      const { workspaceId } = await createWorkspaceIn(fixture.workspaces);
      const member = aMember({ workspaceId, email: 'removed@example.com', role: 'viewer' });
      const body = JSON.stringify({
        data: { id: member.id, name: member.name, email: member.email, role: 'viewer' },
      });
      const idempotencyRecord = anIdempotencyRecord({ workspaceId, body });
      await fixture.members.create(member, { ...anOperatorContext(), idempotencyRecord });
      expect(await fixture.responses.find(idempotencyRecord.id, NOW)).toEqual(idempotencyRecord);
      await fixture.members.remove(await current(member), anOperatorContext());

      expect(await fixture.responses.find(idempotencyRecord.id, NOW)).toEqual({
        ...idempotencyRecord,
        body: JSON.stringify({ data: { id: member.id, name: 'Former member', email: '', role: 'viewer' } }),
      });
    });

    it('leaves the response to a later request with the same Idempotency-Key', async () => {
      const { workspaceId } = await createWorkspaceIn(fixture.workspaces);
      const member = aMember({ workspaceId, email: 'removed@example.com', role: 'viewer' });
      const record = anIdempotencyRecord({ workspaceId, body: '{"data":{"id":"of-another-member"}}' });
      await fixture.members.create(member, { ...anOperatorContext(), idempotencyRecord: record });
      await fixture.members.remove(await current(member), anOperatorContext());

      expect(await fixture.responses.find(record.id, NOW)).toEqual(record);
    });

    it('removes the member, revokes their keys and suspends their endpoints, including paused ones', async () => {
      const { member } = await withMember();
      const key = await keyOf(member);
      const enabled = await endpointOf(member);
      const paused = await endpointOf(member, { enabled: false });
      await fixture.members.remove(await current(member), anOperatorContext());

      expect(await fixture.workspaces.findMember(member.workspaceId, member.id)).toBeUndefined();
      expect((await fixture.apiKeys.findByHash(key.hash))?.revokedAt).toEqual(NOW);
      expect(await fixture.managedKeys.find(key.workspaceId, key.id)).toBeUndefined();
      for (const { id } of [enabled, paused]) {
        expect(await fixture.endpoints.readTarget(id)).toMatchObject({
          suspendedReason: 'responsible_admin_inactive',
        });
      }
    });

    it('removes their name from their endpoints, including those suspended before', async () => {
      const { member } = await withMember({ name: 'Grace Hopper' });
      const before = await endpointOf(member);
      const admin = await current(member);
      const editor: Member = { ...admin, role: 'editor', revision: admin.revision + 1 };
      await fixture.members.update(admin, editor, anOperatorContext());
      const named = await fixture.endpoints.find(before.workspaceId, before.id);
      await fixture.members.remove(editor, anOperatorContext());

      expect(named?.responsibleMember.name).toBe('Grace Hopper');
      expect(await fixture.endpoints.find(before.workspaceId, before.id)).toMatchObject({
        responsibleMember: { id: member.id, name: 'Former member' },
        suspendedReason: 'responsible_admin_inactive',
      });
    });

    it('keeps the recorded health of an endpoint', async () => {
      const { member } = await withMember();
      const endpoint = await endpointOf(member);
      const { id, settingsVersion } = endpoint;
      await fixture.health.markSlow({ id, settingsVersion }, secondsAfterNow(60), NOW);
      await fixture.members.remove(await current(member), anOperatorContext());

      expect(await fixture.endpoints.readTarget(id)).toMatchObject({
        suspendedReason: 'responsible_admin_inactive',
        health: { slowUntil: secondsAfterNow(60) },
      });
    });

    it('releases the e-mail address', async () => {
      const { member } = await withMember();
      await fixture.members.remove(member, anOperatorContext());

      await expect(added(member.workspaceId, { email: member.email })).resolves.toBeDefined();
    });

    it('rejects the last admin', async () => {
      const { admin, member } = await withMember();
      await fixture.members.remove(await current(admin), anOperatorContext());

      await expect(fixture.members.remove(await current(member), anOperatorContext())).rejects.toMatchObject({
        code: 'last_admin',
      });
      expect(await current(member)).toEqual(member);
    });

    it('rejects a member who gained a key or an endpoint after the read', async () => {
      const { member } = await withMember();
      const endpoint = await endpointOf(member);

      await expect(fixture.members.remove(member, anOperatorContext())).rejects.toThrow(
        ConcurrentUpdateError,
      );
      expect(await fixture.endpoints.readTarget(endpoint.id)).toMatchObject({ suspendedReason: null });
      const withEndpoint = await current(member);
      const key = await keyOf(member);
      await expect(fixture.members.remove(withEndpoint, anOperatorContext())).rejects.toThrow(
        ConcurrentUpdateError,
      );
      expect((await fixture.apiKeys.findByHash(key.hash))?.revokedAt).toBeNull();
    });

    it('fits into one transaction with the maximum of keys and endpoints', async () => {
      const { admin, member } = await withMember();
      const keys: ApiKey[] = [];
      for (let count = 0; count < API_KEY_LIMIT; count += 1) keys.push(await keyOf(member));
      const endpoints: Endpoint[] = [];
      for (let count = 0; count < 25; count += 1) endpoints.push(await endpointOf(member));
      await fixture.members.remove(await current(member), aContextOf(admin));

      const revoked = await Promise.all(keys.map(({ hash }) => fixture.apiKeys.findByHash(hash)));
      expect(revoked.filter((key) => key?.revokedAt === null)).toEqual([]);
      const targets = await Promise.all(endpoints.map(({ id }) => fixture.endpoints.readTarget(id)));
      expect(targets.filter((target) => target?.suspendedReason === null)).toEqual([]);
    });

    it('of a viewer leaves endpoints unchanged', async () => {
      const { owned, member } = await withMember({ role: 'viewer' });
      const endpoint = anEndpoint({ ...owned, enabled: true });
      await fixture.endpoints.create(endpoint, aContext());
      await fixture.members.remove(member, anOperatorContext());

      expect(await fixture.endpoints.readTarget(endpoint.id)).toMatchObject({ suspendedReason: null });
    });
  });

  describe('take-over of a suspended endpoint', () => {
    it('requires an admin with its products', async () => {
      const { workspaceId, member } = await withMember();
      const endpoint = await endpointOf(member);
      const limited = await added(workspaceId, { products: ['publishing'] });
      const full = await added(workspaceId);
      await fixture.members.remove(await current(member), anOperatorContext());
      const suspended = await fixture.endpoints.find(workspaceId, endpoint.id);
      if (!suspended) throw new Error('The endpoint is gone');
      const takeOver = (by: Member) =>
        fixture.endpoints.save(
          suspended,
          anEdit(suspended, { takenOverBy: { id: by.id, name: by.name } }),
          aContext(),
        );

      await expect(takeOver(limited)).rejects.toMatchObject({ code: 'admin_required' });
      await takeOver(full);
      const resumed = { suspendedReason: null, settingsVersion: 2 };
      expect(await fixture.endpoints.readTarget(endpoint.id)).toMatchObject(resumed);
      expect(await fixture.endpoints.find(workspaceId, endpoint.id)).toMatchObject({
        ...resumed,
        responsibleMember: { id: full.id },
      });
      expect(await fixture.endpoints.readDirectory(workspaceId)).toMatchObject([{ settingsVersion: 2 }]);
    });
  });
});
