import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createDynamoTokenLeases } from '#shared/publishing/store/dynamo-token-leases.ts';
import { tokenLeaseKey } from '#shared/publishing/store/keys.ts';
import { NOW, secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';
import { startEmulator } from '#test/support/fixtures/platform/stacks/emulator.ts';

describe('the item of a lease', () => {
  const emulator = forAllTests(startEmulator, 'stop');

  it('is deleted by TTL also after its release: TTL ignores times of more than five years ago', async () => {
    const owner = { workspaceId: randomUUID(), uuid: randomUUID() };
    const leases = createDynamoTokenLeases(emulator.core);
    const end = secondsAfterNow(60);
    await leases.take(owner, end, NOW);
    await leases.release(owner, end);

    expect(await emulator.core.get(tokenLeaseKey(owner.workspaceId, owner.uuid))).toMatchObject({
      expiresAt: 0,
      ttl: end.getTime() / 1000,
    });
  });
});
