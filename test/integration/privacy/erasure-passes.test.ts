import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import * as redactPayloads from '#functions/privacy/redact-payloads/index.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import { anAttempt, aRetry } from '#test/support/builders/webhooks/delivery-builders.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';
import { CONTEXT, startLocalCloud } from '#test/support/fixtures/platform/stacks/local-cloud.ts';
import {
  createErasureFixture,
  EXCERPT,
  NOTHING,
  SETTLE,
} from '#test/support/fixtures/privacy/erasure-fixture.ts';

const SECOND_PASS_SECONDS = 20 * 3600;

describe('an erasure on the tables', () => {
  const cloud = forAllTests(startLocalCloud, 'stop');

  it('redacts the response that arrives after its first pass in the second one', async () => {
    const { tell, ask, storedOf } = createErasureFixture(cloud.stores);
    const run = () => cloud.start('redact-payloads', redactPayloads)({}, CONTEXT);
    const [workspaceId, contact] = [newId(cloud.clock()), randomUUID()];
    const told = await tell(contact, workspaceId);
    const erasure = await ask(workspaceId, contact);
    cloud.clock.advance(SETTLE);
    await run();
    expect(await storedOf(told)).toEqual(NOTHING);

    const [delivery] = told.deliveries;
    const late = anAttempt({ number: 2, responseText: EXCERPT });
    await cloud.stores.deliveries.recordAttempt(delivery ?? expect.fail(), late, aRetry());
    cloud.clock.advance(SECOND_PASS_SECONDS - SETTLE);
    await run();

    expect(await storedOf(told)).toEqual(NOTHING);
    expect(await cloud.stores.erasures.find(workspaceId, erasure.id)).toMatchObject({ state: 'completed' });
  });
});
