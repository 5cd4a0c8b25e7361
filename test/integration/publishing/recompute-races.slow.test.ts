import { describe, expect, it } from 'vitest';
import * as recomputePosts from '#functions/publishing/recompute-posts/index.ts';
import { requestRecompute } from '#shared/platform/identity/zone-recompute.ts';
import { aContext } from '#test/support/builders/platform/command-builders.ts';
import { createWorkspaceIn } from '#test/support/builders/workspaces/workspace-builders.ts';
import { meanwhile } from '#test/support/fixtures/platform/faults/faults.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';
import { queueEvent } from '#test/support/fixtures/platform/queue-event.ts';
import { startLocalCloud } from '#test/support/fixtures/platform/stacks/local-cloud.ts';
import { aPostIn } from '#test/support/fixtures/publishing/post-states.ts';

describe('a change of the time zone', () => {
  const cloud = forAllTests(startLocalCloud, 'stop');

  it('keeps an edit that another request makes between the read and the write', async () => {
    const { stores, clock } = cloud;
    const { workspaceId } = await createWorkspaceIn(stores.workspaces);
    const post = aPostIn('draft', { workspaceId });
    await stores.posts.create(post, aContext());
    const workspace = (await stores.workspaces.find(workspaceId)) ?? expect.fail();
    const recompute = requestRecompute(null, clock());
    const moved = { ...workspace, timezone: 'America/New_York', recompute };
    await stores.workspaces.update(workspace, moved, aContext());
    const edited = { ...post, time: '16:00', revision: post.revision + 1 };
    cloud.faults.dynamo.script(meanwhile('PutItem', () => stores.posts.save(post, edited, null, aContext())));
    const job = {
      resource: 'workspace',
      id: workspaceId,
      workspaceId,
      seq: recompute.dueSeq,
      dueAt: clock().getTime(),
    };
    await cloud.start('recompute-posts', recomputePosts)(queueEvent(job));

    expect(await stores.posts.find(workspaceId, post.id)).toMatchObject({
      time: '16:00',
      timezone: 'America/New_York',
      scheduledAt: new Date('2026-06-02T20:00:00.000Z'),
    });
  });
});
