import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issueAdminKey } from '#scripts/lib/issue-admin-key.ts';
import { createDynamoApiKeyStore } from '#shared/platform/identity/store/dynamo-api-key-store.ts';
import { hashApiKey } from '#shared/platform/runtime/api-key.ts';
import { PERMISSIONS } from '#shared/workspaces/domain/permissions.ts';
import { bootstrapWorkspace } from '#shared/workspaces/store/bootstrap-workspace.ts';
import { NOW } from '#test/support/builders/platform/command-builders.ts';
import { type Emulator, startEmulator } from '#test/support/fixtures/platform/stacks/emulator.ts';

describe('issueAdminKey', () => {
  let emulator: Emulator;
  let workspaceId: string;

  beforeAll(async () => {
    emulator = await startEmulator();
    const admins = [{ name: 'Ada', email: 'ada@example.com' }];
    ({ workspaceId } = await bootstrapWorkspace(
      emulator.core,
      { name: 'Acme', timezone: 'UTC', admins },
      NOW,
    ));
  });
  afterAll(() => emulator.stop());

  it('creates a key of the admin with every permission and no expiry', async () => {
    const issued = await issueAdminKey(emulator.core, { workspaceId, email: 'ADA@example.com' }, NOW);
    const key = await createDynamoApiKeyStore(emulator.core).findByHash(hashApiKey(issued.apiKey));

    expect(key).toMatchObject({
      id: issued.keyId,
      memberId: issued.memberId,
      workspaceId,
      expiresAt: null,
      name: 'Created by the operator on 2026-06-01',
    });
    expect(key?.permissions.toSorted()).toEqual([...PERMISSIONS].toSorted());
  });

  it('creates none for an address that belongs to no admin of the workspace', async () => {
    await expect(
      issueAdminKey(emulator.core, { workspaceId, email: 'eve@example.com' }, NOW),
    ).rejects.toThrow('has no admin with the e-mail address eve@example.com');
  });
});
