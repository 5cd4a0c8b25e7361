import { randomInt } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { generateApiKey, hashApiKey } from '#shared/platform/runtime/api-key.ts';
import type { Post } from '#shared/publishing/domain/post.ts';
import { aContext, secondsAfterNow, NOW } from '#test/support/builders/platform/command-builders.ts';
import { aPublication } from '#test/support/builders/publishing/removal-builders.ts';
import { aNewWorkspace } from '#test/support/builders/workspaces/workspace-builders.ts';
import {
  aLambdaContext,
  anHttpEvent,
  type HttpReply,
  readAnswer,
} from '#test/support/fixtures/platform/http-event.ts';
import { operationFunctions } from '#test/support/fixtures/platform/operation-functions.ts';
import { emulatedStores } from '#test/support/fixtures/platform/platform-fixture.ts';
import { createRecordingLog } from '#test/support/fixtures/platform/recording-log.ts';
import { POST_PERMISSIONS } from '#test/support/fixtures/publishing/post-api.ts';
import { aPostIn } from '#test/support/fixtures/publishing/post-states.ts';

const ROUNDS = 8;
const BOTH = { delete_mode: 'app_and_social' };
const { fixture } = emulatedStores();
let functions: ReturnType<typeof operationFunctions>;
let key: string;
let workspaceId: string;

beforeAll(async () => {
  const created = aNewWorkspace();
  key = generateApiKey((below) => randomInt(below));
  workspaceId = created.workspace.id;
  const keys = [{ ...created.key, hash: hashApiKey(key), permissions: POST_PERMISSIONS, lastUsedAt: NOW }];
  await fixture.workspaces.create({ ...created, keys }, aContext().change);
  functions = operationFunctions(
    { ...fixture },
    {
      clock: () => secondsAfterNow(60),
      log: createRecordingLog(),
      keys: fixture.apiKeys,
      responses: fixture.responses,
    },
  );
});

async function call(name: string, json: unknown, post?: string): Promise<HttpReply> {
  const event = anHttpEvent({
    method: name === 'restore-post' ? 'POST' : 'DELETE',
    path: `/os/api/${workspaceId}/posts`,
    json,
    params: { workspace: workspaceId, ...(post === undefined ? {} : { post }) },
    headers: { authorization: `Bearer ${key}` },
  });
  return readAnswer(await functions(name)(event, aLambdaContext()));
}

async function published(): Promise<Post> {
  const post = aPostIn('published', { workspaceId, runs: 1 });
  await fixture.posts.create(post, aContext());
  await fixture.putPublication(aPublication(post));
  return post;
}

const removalOf = ({ id }: Post) => fixture.postRemovals.find(workspaceId, id);

describe('deletions from networks, at the same time', () => {
  it('delete the post once and start one removal', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const post = await published();
      const responses = await Promise.all([
        call('delete-post', BOTH, post.id),
        call('delete-post', BOTH, post.id),
        call('delete-posts', { posts: [post.id], ...BOTH }),
      ]);
      const winners = responses.filter(({ body }) => body['deleted'] === true);

      expect(winners).toHaveLength(1);
      expect(winners[0]?.body['removals']).toEqual([post.id]);
      expect(await removalOf(post)).toMatchObject({
        dueSeq: 1,
        accounts: [{ remote: ['remote-1'], left: 1 }],
      });
      expect(await fixture.posts.find(workspaceId, post.id)).toBeUndefined();
    }
  });

  it('start one removal of a post that stays', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const post = await published();
      const social = { delete_mode: 'social_only' };
      const responses = await Promise.all([1, 2, 3].map(() => call('delete-post', social, post.id)));

      // The losers of the race find the removal of the winner.
      expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(await removalOf(post)).toMatchObject({ dueSeq: 1, mode: 'social_only' });
      expect(await fixture.posts.find(workspaceId, post.id)).toEqual(post);
    }
  });

  it('keep the removal when the post is restored meanwhile', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const post = await published();
      await call('delete-post', { ...BOTH, trash: true }, post.id);
      const [restored, again] = await Promise.all([
        call('restore-post', undefined, post.id),
        call('delete-post', { ...BOTH, trash: true }, post.id),
      ]);

      expect([restored.status, again.status]).toEqual([200, 200]);
      expect(await removalOf(post)).toMatchObject({ dueSeq: 1, accounts: [{ state: 'pending' }] });
      const found = await fixture.posts.find(workspaceId, post.id);
      expect(['draft', 'published']).toContain(found?.status);
    }
  });
});
