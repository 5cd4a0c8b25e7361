import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import * as sweepSchedules from '#functions/platform/sweep-schedules/wiring.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';
import { startLocalCloud } from '#test/support/fixtures/platform/local-cloud.ts';

const cloud = forAllTests(startLocalCloud, 'stop');
beforeEach(() => cloud.tidy());

describe('a job of publishing whose timer was lost', () => {
  it.each([
    ['post_removal', 'removals'],
    ['media', 'downloads'],
  ] as const)('is sent to its queue by the sweep: %s', async (resource, queue) => {
    const [id, workspaceId] = [randomUUID(), randomUUID()];
    const job = { resource, id, workspaceId, seq: 1, dueAt: 0 };
    const fire = cloud.start('sweep-schedules', {
      createPorts: sweepSchedules.createPorts,
      createConsumer:
        ({ timers }: ReturnType<typeof sweepSchedules.createPorts>) =>
        () =>
          timers.fire([job]),
    });
    await fire();

    expect(cloud.bodies(queue).filter((body) => body.includes(id))).toHaveLength(1);
  });
});
