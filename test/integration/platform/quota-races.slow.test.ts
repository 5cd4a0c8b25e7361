import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { anEvent } from '#test/support/builders/events/event-builders.ts';
import { aContext } from '#test/support/builders/platform/command-builders.ts';
import { COUNTED_RESOURCES, countedId } from '#test/support/fixtures/platform/counted-resources.ts';
import { emulatedStores } from '#test/support/fixtures/platform/platform-fixture.ts';
import { aPostIn } from '#test/support/fixtures/publishing/post-states.ts';

const { fixture } = emulatedStores();

const PARALLEL = 16;
const ROOM = 6;

describe.each(COUNTED_RESOURCES)('concurrent creates of $kind', ({ kind, create }) => {
  it(`of ${PARALLEL} with room for ${ROOM}, exactly ${ROOM} succeed; concurrent deletes make exactly that room again`, async () => {
    const workspaceId = randomUUID();
    await fixture.leaveRoom(workspaceId, kind, ROOM);
    const settled = await Promise.allSettled(
      Array.from({ length: PARALLEL }, (_, index) => create(fixture, workspaceId, index + 1)),
    );
    const removals = settled.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
    const codes = settled.flatMap((each) => (each.status === 'rejected' ? String(each.reason.code) : []));

    expect(removals).toHaveLength(ROOM);
    expect(codes).toEqual(Array.from({ length: PARALLEL - ROOM }, () => 'quota_exceeded'));
    expect(await fixture.readRoom(workspaceId, kind)).toBe(0);

    // Each delete runs twice at a time, as when a client repeats a request.
    await Promise.allSettled(removals.flatMap((remove) => [remove(), remove()]));

    expect(await fixture.readRoom(workspaceId, kind)).toBe(ROOM);
  });
});

describe('a bulk delete of posts', () => {
  it('makes room for the counted posts among 49, the most with an event in one transaction', async () => {
    const workspaceId = randomUUID();
    const posts = Array.from({ length: 49 }, (_, index) =>
      aPostIn('draft', { workspaceId, id: countedId(index < 5) }),
    );
    for (const post of posts) await fixture.posts.create(post, aContext());
    const before = await fixture.readRoom(workspaceId, 'posts');
    await fixture.trash.deletePosts(
      posts.map((post) => ({ before: post, after: null })),
      anEvent(),
      aContext(),
    );

    expect((await fixture.readRoom(workspaceId, 'posts')) - before).toBe(5);
  });
});
