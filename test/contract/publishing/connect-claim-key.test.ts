import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { CallerKeyChangedError } from '#shared/platform/core/errors.ts';
import { createDynamoConnectClaims } from '#shared/publishing/store/dynamo-connect-claims.ts';
import { aContext, NOW } from '#test/support/builders/platform/command-builders.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';
import { startEmulator } from '#test/support/fixtures/platform/stacks/emulator.ts';

describe('the claim of a connection', () => {
  const emulator = forAllTests(startEmulator, 'stop');

  it('is not made with a key that was revoked, so the member can still complete the connection', async () => {
    const flow = { id: randomUUID(), workspaceId: randomUUID(), expiresAt: NOW.getTime() };
    const claims = createDynamoConnectClaims(emulator.core);
    const callerKey = { hash: randomUUID(), permissions: [], expiresAt: null };

    await expect(claims.claim(flow, { ...aContext().change, callerKey })).rejects.toThrow(
      CallerKeyChangedError,
    );
    expect(await claims.claim(flow, aContext().change)).toBe(true);
  });
});
