import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import * as sweepSchedules from '#functions/platform/sweep-schedules/index.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';
import { CONTEXT, startLocalCloud } from '#test/support/fixtures/platform/stacks/local-cloud.ts';

const cloud = forAllTests(startLocalCloud, 'stop');
beforeEach(() => cloud.tidy());

describe('a job of publishing whose timer was lost', () => {
  it.each([
    ['post_removal', 'removals'],
    ['media', 'downloads'],
  ] as const)('is sent to its queue by the sweep: %s', async (resource, queue) => {
    const [id, workspaceId] = [randomUUID(), randomUUID()];
    const job = { resource, id, workspaceId, seq: 1, dueAt: 0 };
    const store = {
      async *readOverdue() {
        yield [job];
      },
    };
    await cloud.start('sweep-schedules', sweepSchedules, { ports: { store } })({}, CONTEXT);

    expect(cloud.bodies(queue).filter((body) => body.includes(id))).toHaveLength(1);
  });
});
