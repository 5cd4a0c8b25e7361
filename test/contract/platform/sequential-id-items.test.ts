import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { auditKey } from '#shared/platform/store/keys.ts';
import { createDynamoAccountStore } from '#shared/publishing/store/dynamo-account-store.ts';
import { createDynamoTagStore } from '#shared/publishing/store/dynamo-tag-store.ts';
import { anEvent } from '#test/support/builders/events/event-builders.ts';
import { aContext, NOW } from '#test/support/builders/platform/command-builders.ts';
import { anAccount, aTag } from '#test/support/builders/publishing/account-builders.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';
import { startEmulator } from '#test/support/fixtures/platform/stacks/emulator.ts';

describe('items of accounts and tags', () => {
  const emulator = forAllTests(startEmulator, 'stop');
  const everything = (pk: string) =>
    emulator.core.query({ pk, from: '!', to: '~', descending: false, limit: 100 });

  /** Subjects and operations of the audit log of a workspace. */
  async function logged(workspaceId: string): Promise<unknown[]> {
    const entries = await everything(auditKey(workspaceId, NOW, '').pk);
    return entries.map(({ subject, operation }) => ({ subject, operation }));
  }

  it.each(['account', 'tag'] as const)('identify an %s by its UUID for the audit log', async (resource) => {
    const workspaceId = randomUUID();
    const { uuid, pk } = await create(resource, workspaceId);
    const [item] = await everything(pk);

    expect(item).toMatchObject({
      resource,
      id: 1,
      uuid,
      workspaceId,
      lastChange: { operation: 'test', member: 'member-1' },
    });
  });

  it.each(['account', 'tag'] as const)(
    'keep, of a removed %s, the counter, pending work, and an entry in the audit log',
    async (resource) => {
      const workspaceId = randomUUID();
      const { uuid, pk, remove } = await create(resource, workspaceId);
      await remove();

      const pending = await everything(`GONE#${workspaceId}`);
      expect((await everything(pk)).map(({ sk }) => sk)).toEqual(['LAST']);
      expect(pending.map(({ sk }) => sk)).toEqual(resource === 'account' ? [uuid] : []);
      expect(await logged(workspaceId)).toEqual([
        { subject: { type: resource, id: uuid }, operation: 'test' },
      ]);
    },
  );

  async function create(resource: 'account' | 'tag', workspaceId: string) {
    if (resource === 'account') {
      const store = createDynamoAccountStore(emulator.core);
      const account = anAccount({ workspaceId, id: await store.nextId(workspaceId) });
      await store.create(account, anEvent(), aContext());
      const remove = () => store.remove(account, anEvent(), aContext());
      return { uuid: account.uuid, pk: `A#${workspaceId}`, remove };
    }
    const store = createDynamoTagStore(emulator.core);
    const tag = aTag({ workspaceId, id: await store.nextId(workspaceId) });
    await store.create(tag, aContext());
    return { uuid: tag.uuid, pk: `T#${workspaceId}`, remove: () => store.remove(tag, aContext()) };
  }
});
