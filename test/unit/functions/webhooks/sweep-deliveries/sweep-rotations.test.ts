import { describe, expect, it } from 'vitest';
import { rotateSecret } from '#shared/webhooks/domain/rotate-secret.ts';
import { aContext, NOW, secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { anEndpoint } from '#test/support/builders/webhooks/endpoint-builders.ts';
import { createWorkspaceIn } from '#test/support/builders/workspaces/workspace-builders.ts';
import { createSweepFixture } from '#test/support/fixtures/webhooks/sweep-fixture.ts';

/** Seconds from a rotation to its notice. */
const NOTICE = 20 * 3600;

/** The sweep with an endpoint whose secret was rotated now. */
async function startSweeping() {
  const fixture = createSweepFixture();
  const { platform } = fixture;
  const { owned } = await createWorkspaceIn(platform.workspaces);
  const endpoint = anEndpoint(owned);
  await platform.endpoints.create(endpoint, aContext());
  const rotated = rotateSecret(endpoint, { sealed: 'new', hint: 'wxyz' }, false, NOW);
  await platform.rotations.saveSecrets(endpoint, rotated, aContext());
  const place = { workspaceId: endpoint.workspaceId, endpointId: endpoint.id };
  const message = { observed: 'rotation_ending', ...place, at: secondsAfterNow(NOTICE).getTime() };
  return { ...fixture, sent: { message, delaySeconds: 0 } };
}

describe('sweep-deliveries, notices about rotations', () => {
  it('queues a notice once, four hours before the old secret ends', async () => {
    const { run, clock, notificationQueue, sent, log } = await startSweeping();
    clock.advance(NOTICE);
    await run();
    expect(notificationQueue.sent).toEqual([]);
    clock.advance(1);
    await run();
    await run();

    expect(notificationQueue.sent).toEqual([sent]);
    expect(log.lines.filter(({ code }) => code === 'NOTIFICATIONS_SWEPT')).toMatchObject([
      { fields: { scan: 'rotations', queued: 1 } },
    ]);
  });

  it('queues a notice again if the run failed before the queue accepted it', async () => {
    const { run, clock, notificationQueue, sent, log } = await startSweeping();
    clock.advance(NOTICE + 1);
    notificationQueue.breakDown();
    await expect(run()).rejects.toThrow('A scan of the sweep failed');
    expect(log.lines.filter(({ code }) => code === 'SWEEP_SCAN_FAILED')).toMatchObject([
      { fields: { scan: 'rotations' } },
    ]);
    notificationQueue.repair();
    await run();

    expect(notificationQueue.sent).toEqual([sent]);
  });

  it('queues a notice again if the run stopped before it finished the notice', async () => {
    const { run, platform, clock, notificationQueue, sent } = await startSweeping();
    const { finish } = platform.rotationNotices;
    clock.advance(NOTICE + 1);
    Object.assign(platform.rotationNotices, { finish: () => Promise.reject(new Error('Stopped')) });
    await expect(run()).rejects.toThrow('A scan of the sweep failed');
    Object.assign(platform.rotationNotices, { finish });
    await run();
    await run();

    expect(notificationQueue.sent).toEqual([sent, sent]);
  });
});
