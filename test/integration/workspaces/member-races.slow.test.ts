import type { TransactWriteItemsCommandInput } from '@aws-sdk/client-dynamodb';
import { describe, expect } from 'vitest';
import { ConcurrentUpdateError, PlatformError } from '#shared/platform/core/errors.ts';
import {
  type ApiKey,
  API_KEY_LIMIT,
  CONSOLE_KEY_LIMIT,
  type Member,
} from '#shared/platform/identity/workspace.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import { memberKey } from '#shared/platform/store/keys.ts';
import { ENDPOINT_LIMIT } from '#shared/webhooks/domain/endpoint.ts';
import type { ConsoleKey } from '#shared/workspaces/domain/new-console-key.ts';
import {
  aContext,
  anOperatorContext,
  NOW,
  secondsAfterNow,
} from '#test/support/builders/platform/command-builders.ts';
import { anEdit, anEndpoint } from '#test/support/builders/webhooks/endpoint-builders.ts';
import {
  aMember,
  anApiKey,
  createWorkspaceIn,
} from '#test/support/builders/workspaces/workspace-builders.ts';
import { cancelled, meanwhile, seen } from '#test/support/fixtures/platform/faults/faults.ts';
import { itWith } from '#test/support/fixtures/platform/it-with.ts';
import { emulatedStores } from '#test/support/fixtures/platform/platform-fixture.ts';

const it = itWith(withTwoAdmins);

const { emulator, fixture, faults } = emulatedStores();

async function current({ workspaceId, id }: Member): Promise<Member> {
  const found = await fixture.workspaces.findMember(workspaceId, id);
  if (!found) throw new Error('The member is gone');
  return found;
}

/** A workspace of two admins; the second one is the one to leave. */
async function withTwoAdmins() {
  const { workspaceId, admin } = await createWorkspaceIn(fixture.workspaces);
  const grace = aMember({ workspaceId, name: 'Grace', email: 'grace@example.com' });
  await fixture.members.create(grace, anOperatorContext());
  return { workspaceId, admin, grace };
}

function endpointOf(member: Member) {
  return anEndpoint({ workspaceId: member.workspaceId, responsibleMember: member });
}

async function keyOf(owner: Member): Promise<ApiKey> {
  const key = anApiKey({ workspaceId: owner.workspaceId, memberId: owner.id });
  await fixture.managedKeys.create(key, { owner: await current(owner), callerId: owner.id }, aContext());
  return key;
}

async function linkOf(owner: Member): Promise<ConsoleKey> {
  const key = anApiKey({ workspaceId: owner.workspaceId, memberId: owner.id });
  const link = { ...key, console: true as const, expiresAt: secondsAfterNow(3600) };
  await fixture.managedKeys.createConsoleKey(link, await current(owner), aContext());
  return link;
}

/** Removes as the operation does: with one retry on the current member. */
async function remove(member: Member): Promise<void> {
  for (let attempt = 1; attempt < 50; attempt += 1) {
    try {
      return await fixture.members.remove(await current(member), anOperatorContext());
    } catch (error) {
      if (!(error instanceof ConcurrentUpdateError)) throw error;
    }
  }
}

describe('two admins who remove each other', () => {
  it('leave one, and the other gets the error for the last admin', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { admin, grace } = await withTwoAdmins();
      const settled = await Promise.allSettled([remove(admin), remove(grace)]);
      const rejected = settled.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));

      expect(rejected).toMatchObject([{ code: 'last_admin' }]);
      expect(await fixture.members.list(admin.workspaceId, { limit: 5 })).toHaveLength(1);
    }
  });

  it('or make editors of each other, likewise', async ({ admin, grace }) => {
    const demote = (member: Member) =>
      fixture.members.update(
        member,
        { ...member, role: 'editor', revision: member.revision + 1 },
        anOperatorContext(),
      );
    const settled = await Promise.allSettled([demote(admin), demote(grace)]);

    expect(settled.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });
});

describe('the removal of a member', () => {
  it('leaves no endpoint of theirs unsuspended, whatever they created concurrently', async () => {
    const { workspaceId, grace } = await withTwoAdmins();
    const made = await Promise.allSettled(
      Array.from({ length: 12 }, async (_, index) =>
        index === 5 ? remove(grace) : fixture.endpoints.create(endpointOf(grace), aContext()),
      ),
    );

    const codes = made.flatMap((each) =>
      each.status === 'rejected' && each.reason instanceof PlatformError ? [each.reason.code] : [],
    );
    expect(codes.every((code) => code === 'admin_required')).toBe(true);
    expect(await fixture.workspaces.findMember(workspaceId, grace.id)).toBeUndefined();
    const left = await fixture.endpoints.list(workspaceId);
    expect(left).toHaveLength(11 - codes.length);
    expect(left.filter(({ suspendedReason }) => suspendedReason === null)).toEqual([]);
  });

  it.each([
    ['creates', (endpoint: ReturnType<typeof endpointOf>) => fixture.endpoints.create(endpoint, aContext())],
    [
      'enables',
      async (endpoint: ReturnType<typeof endpointOf>) => {
        await fixture.endpoints.create(endpoint, aContext());
        await fixture.endpoints.save(endpoint, anEdit(endpoint, { enabled: true }), aContext());
      },
    ],
  ])(
    'fails as a concurrent update when the member %s an endpoint between its read and its write',
    async (_, act, { grace }) => {
      const endpoint = endpointOf(grace);
      faults.script(meanwhile('TransactWriteItems', () => act(endpoint)));

      await expect(fixture.members.remove(grace, anOperatorContext())).rejects.toThrow(ConcurrentUpdateError);
      await remove(grace);
      expect(await fixture.endpoints.readTarget(endpoint.id)).toMatchObject({
        suspendedReason: 'responsible_admin_inactive',
      });
    },
  );

  it('fails as a concurrent update when a key is created between its read and its write', async () => {
    const { grace } = await withTwoAdmins();
    let key: ApiKey | undefined;
    faults.script(meanwhile('TransactWriteItems', async () => (key = await keyOf(grace))));

    await expect(fixture.members.remove(grace, anOperatorContext())).rejects.toThrow(ConcurrentUpdateError);
    await remove(grace);
    expect((await fixture.apiKeys.findByHash(key?.hash ?? ''))?.revokedAt).not.toBeNull();
  });

  it('and a concurrent edit of their endpoint: the edit does not resume what was suspended', async () => {
    const { grace, workspaceId } = await withTwoAdmins();
    const endpoint = { ...endpointOf(grace), enabled: true };
    await fixture.endpoints.create(endpoint, aContext());
    faults.script(meanwhile('TransactWriteItems', () => remove(grace)));
    const edit = anEdit(endpoint, { url: 'https://other.example.com/' });

    await expect(fixture.endpoints.save(endpoint, edit, aContext())).rejects.toThrow(ConcurrentUpdateError);
    expect(await fixture.endpoints.find(workspaceId, endpoint.id)).toMatchObject({
      suspendedReason: 'responsible_admin_inactive',
      url: endpoint.url,
    });
  });

  it('and a concurrent take-over: the new responsible admin keeps it', async () => {
    const { admin, grace, workspaceId } = await withTwoAdmins();
    const endpoint = { ...endpointOf(grace), enabled: true };
    await fixture.endpoints.create(endpoint, aContext());
    const takeOver = anEdit(endpoint, { takenOverBy: { id: admin.id, name: admin.name } });
    faults.script(
      meanwhile('TransactWriteItems', () => fixture.endpoints.save(endpoint, takeOver, aContext())),
    );
    const before = await current(grace);

    await expect(fixture.members.remove(before, anOperatorContext())).rejects.toThrow(ConcurrentUpdateError);
    await remove(grace);
    expect(await fixture.endpoints.find(workspaceId, endpoint.id)).toMatchObject({
      responsibleMember: { id: admin.id },
      suspendedReason: null,
    });
  });

  it('is one transaction within the limit of DynamoDB, with the maximum of keys and endpoints', async () => {
    const { grace } = await withTwoAdmins();
    for (let made = 0; made < API_KEY_LIMIT; made += 1) await keyOf(grace);
    for (let made = 0; made < ENDPOINT_LIMIT; made += 1) {
      await fixture.endpoints.create(endpointOf(grace), aContext());
    }
    const sizes: number[] = [];
    faults.script(
      seen('TransactWriteItems', (input) => {
        sizes.push((input as TransactWriteItemsCommandInput).TransactItems?.length ?? 0);
      }),
    );
    faults.wire.length = 0;
    await fixture.members.remove(await current(grace), anOperatorContext());

    expect(sizes).toEqual([3 + API_KEY_LIMIT + 2 * ENDPOINT_LIMIT]);
    expect(sizes[0]).toBeLessThanOrEqual(100);
    expect(faults.wire.filter((command) => command === 'TransactWriteItems')).toHaveLength(1);
  });

  it('revokes console keys in a transaction of its own, so that the other one stays within the limit', async () => {
    const { workspaceId, admin, grace } = await withTwoAdmins();
    for (let made = 0; made < API_KEY_LIMIT; made += 1) await keyOf(grace);
    for (let made = 0; made < ENDPOINT_LIMIT; made += 1)
      await fixture.endpoints.create(endpointOf(grace), aContext());
    const links: ConsoleKey[] = [];
    for (let made = 0; made < CONSOLE_KEY_LIMIT; made += 1) links.push(await linkOf(grace));
    const sizes: number[] = [];
    faults.script(
      ...[1, 2].map(() =>
        seen('TransactWriteItems', (input) => {
          sizes.push((input as TransactWriteItemsCommandInput).TransactItems?.length ?? 0);
        }),
      ),
    );
    const context = aContext();
    const actor = { kind: 'key' as const, key: newId(NOW), member: admin.id };
    await fixture.members.remove(await current(grace), { ...context, change: { ...context.change, actor } });

    // The admin check is in both transactions, the next revision of the member in the first one.
    expect(sizes).toEqual([2 + CONSOLE_KEY_LIMIT, 4 + API_KEY_LIMIT + 2 * ENDPOINT_LIMIT]);
    for (const { hash } of links) expect((await fixture.apiKeys.findByHash(hash))?.revokedAt).not.toBeNull();
    expect(await fixture.workspaces.findMember(workspaceId, grace.id)).toBeUndefined();
  });

  it('fails as a concurrent update when a console link is created between its read and its write', async () => {
    const { grace } = await withTwoAdmins();
    const links: ConsoleKey[] = [];
    faults.script(meanwhile('TransactWriteItems', async () => void links.push(await linkOf(grace))));

    await expect(fixture.members.remove(grace, anOperatorContext())).rejects.toThrow(ConcurrentUpdateError);
    await remove(grace);
    expect((await fixture.apiKeys.findByHash(links[0]?.hash ?? ''))?.revokedAt).not.toBeNull();
  });

  it('tolerates concurrent writes of deliveries and uses of keys', async ({ grace, workspaceId }) => {
    faults.script(cancelled('TransactionConflict'), cancelled('TransactionConflict'));
    await fixture.members.remove(grace, anOperatorContext());

    expect(await fixture.workspaces.findMember(workspaceId, grace.id)).toBeUndefined();
  });

  it('leaves no personal data behind', async ({ grace }) => {
    await fixture.members.remove(grace, anOperatorContext());
    const item = await emulator.core.get(memberKey(grace.workspaceId, grace.id));

    expect(JSON.stringify(item)).not.toMatch(/Grace|grace@/u);
    expect(item).toMatchObject({ id: grace.id, removedAt: expect.any(Number), ttl: expect.any(Number) });
    expect(item?.['lastChange']).toMatchObject({ operation: 'test' });
  });
});

describe('a key that is created while its member changes', () => {
  it('has no more permissions than the member in the end', async ({ grace }) => {
    const key = await keyOf(grace);
    const owner = await current(grace);
    const demoted: Member = { ...owner, role: 'editor', revision: owner.revision + 1 };
    faults.script(
      meanwhile('TransactWriteItems', () => fixture.members.update(owner, demoted, anOperatorContext())),
    );
    const permissions = ['workspace:members:write'] as const;
    const update = fixture.managedKeys.update(
      { ...key, granted: permissions, permissions },
      { owner, callerId: grace.id },
      aContext(),
    );

    await expect(update).rejects.toThrow(ConcurrentUpdateError);
    expect((await fixture.apiKeys.findByHash(key.hash))?.permissions).toEqual([]);
  });
});
