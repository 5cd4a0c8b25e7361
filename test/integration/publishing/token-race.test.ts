import * as v from 'valibot';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  credentialsContext,
  hasTokens,
  readCredentials,
  writeCredentials,
} from '#shared/publishing/domain/account-credentials.ts';
import type { Account } from '#shared/publishing/domain/account.ts';
import { tokensAfter } from '#shared/publishing/domain/oauth/account-tokens.ts';
import { appContext } from '#shared/publishing/domain/oauth/oauth-app.ts';
import { type PublishJob, publishJobSchema } from '#shared/publishing/domain/publish-job.ts';
import { anEvent } from '#test/support/builders/events/event-builders.ts';
import { aContext, NOW, secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { anAccount } from '#test/support/builders/publishing/account-builders.ts';
import { anOutcome, aRemoval } from '#test/support/builders/publishing/removal-builders.ts';
import { createWorkspaceIn } from '#test/support/builders/workspaces/workspace-builders.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';
import { queueEvent } from '#test/support/fixtures/platform/queue-event.ts';
import { startLocalCloud } from '#test/support/fixtures/platform/stacks/local-cloud.ts';
import { renewableLinkedInFixture } from '#test/support/fixtures/publishing/linkedin-fixture.ts';
import { aPostIn } from '#test/support/fixtures/publishing/post-states.ts';
import { threadOf } from '#test/support/fixtures/publishing/publishing-fixture.ts';
import { startPublishing, toScheduledJob } from '#test/support/fixtures/publishing/publishing-world.ts';
import { startRemoving, toRemovalJob } from '#test/support/fixtures/publishing/removal-world.ts';

const TOKEN_PATH = '/oauth/v2/accessToken';
const jobText = v.pipe(v.string(), v.parseJson(), publishJobSchema);
const cloud = forAllTests(startLocalCloud, 'stop');
beforeEach(() => cloud.tidy());

/** An account whose access token has ended, at a network that accepts each refresh token once and revokes everything at a second use. */
async function anExpiredAccount() {
  const { stores, clock } = cloud;
  const network = await renewableLinkedInFixture();
  network.server.issuer.mood.rotates = true;
  network.server.issuer.expireAccess();
  const { workspaceId } = await createWorkspaceIn(stores.workspaces);
  const secrets = cloud.secrets();
  const place = { workspaceId, provider: 'linkedin' } as const;
  const { clientId, clientSecret } = network.app;
  const sealedSecret = await secrets.seal(clientSecret, appContext(place));
  await stores.apps.put(
    { ...place, clientId, sealedSecret, origin: null, createdAt: NOW, updatedAt: NOW },
    aContext(),
  );
  const tokens = { ...network.credentials.tokens, expiresAt: secondsAfterNow(-60) };
  const account = anAccount({ id: 1, workspaceId, provider: 'linkedin' });
  const text = writeCredentials({ ...network.credentials, tokens });
  const sealedCredentials = await secrets.seal(text, credentialsContext(account));
  const connected: Account = {
    ...account,
    sealedCredentials,
    tokens: tokensAfter(tokens, null, secondsAfterNow(-3600)),
  };
  await stores.accounts.create(connected, anEvent({ workspaceId }), aContext());

  /** A new container handles each message. */
  async function receive(job: PublishJob): Promise<void> {
    const publish = startPublishing(cloud, network.provider, { servers: network.servers });
    await publish(queueEvent(job));
  }

  return {
    network,
    connected,
    receive,

    async duePost() {
      const due = { at: clock(), seq: 1, timer: true };
      const post = aPostIn('scheduled', { workspaceId, accounts: [1], scheduledAt: clock(), due });
      await stores.posts.create(post, aContext());
      return post;
    },

    /** A published post of the account that was deleted, and whose removal is due. */
    async dueRemoval() {
      const granted = network.server.issuer.grantNow(clientId);
      const { done } = await network.provider.publish(
        threadOf({ ...network.credentials, tokens: { ...tokens, ...granted, refreshToken: null } }, ['Old']),
      );
      network.server.issuer.expireAccess();
      const post = aPostIn('published', { workspaceId, runs: 1 });
      await stores.posts.create(post, aContext());
      const remote = done.map(({ id }) => id);
      const due = { at: clock(), seq: 1, timer: true };
      const outcome = anOutcome({ accountId: 1, provider: 'linkedin', remote });
      const removal = aRemoval({ id: post.id, workspaceId, accounts: [outcome], requestedAt: clock(), due });
      const request = { before: undefined, after: removal };
      await stores.trash.deletePosts([{ before: post, after: null, removal: request }], null, aContext());
      return removal;
    },

    /** A new container handles the job of a removal. */
    async remove(id: string): Promise<void> {
      const removal = await stores.postRemovals.find(workspaceId, id);
      if (!removal?.due) return;
      const remove = startRemoving(cloud, network.provider, { servers: network.servers });
      await remove(queueEvent(toRemovalJob(removal)));
    },

    findRemoval: (id: string) => stores.postRemovals.find(workspaceId, id),

    tokenRequests: () => network.server.requests.filter(({ url }) => url === TOKEN_PATH).length,

    /** The stored refresh token. */
    async storedToken(): Promise<string | null> {
      const [stored] = await stores.accounts.findAll(workspaceId, [1]);
      if (!stored) throw new Error('The account is gone');
      const opened = readCredentials(
        await secrets.open(stored.sealedCredentials, credentialsContext(stored)),
      );
      return hasTokens(opened) ? opened.tokens.refreshToken : null;
    },

    [Symbol.asyncDispose]: () => network[Symbol.asyncDispose](),
  };
}

/** The messages that wait in the publish queue, taken out of it. */
function takeMessages(): PublishJob[] {
  const jobs = cloud.bodies('publish').map((body) => v.parse(jobText, body));
  cloud.emptyQueues();
  return jobs;
}

describe('two containers that renew the same tokens', () => {
  it('leave one valid token, with one request to the network, and publish both posts once', async () => {
    await using world = await anExpiredAccount();
    const posts = [await world.duePost(), await world.duePost(), await world.duePost()];
    for (const post of posts) await world.receive(toScheduledJob(post));

    let jobs = takeMessages();
    for (let round = 0; round < 10 && jobs.length > 0; round += 1) {
      await Promise.all(jobs.map(world.receive));
      jobs = takeMessages();
      cloud.clock.advance(30);
    }

    expect(world.tokenRequests()).toBe(1);
    expect(world.network.server.issuer.acceptsRefresh(await world.storedToken())).toBe(true);
    expect(world.network.held()).toHaveLength(3);
    for (const { id } of posts)
      expect(await cloud.stores.posts.readPublications(id)).toMatchObject([{ state: 'published' }]);
  });

  it('leave one valid token when the scheduled job runs at the same time', async () => {
    await using world = await anExpiredAccount();
    const { uuid: id, workspaceId, tokens } = world.connected;
    const { seq, at } = tokens?.due ?? { seq: 0, at: NOW };
    const job = { resource: 'account_tokens', id, workspaceId, seq, dueAt: at.getTime() } as const;
    await Promise.all([world.receive(job), world.receive(job), world.receive(job)]);
    for (const again of takeMessages()) await world.receive(again);
    await world.receive(job);

    expect(world.tokenRequests()).toBe(1);
    expect(world.network.server.issuer.acceptsRefresh(await world.storedToken())).toBe(true);
  });

  it('leave one valid token when a removal needs it at the same time as a publication', async () => {
    await using world = await anExpiredAccount();
    const { id } = await world.dueRemoval();
    const post = await world.duePost();
    await world.receive(toScheduledJob(post));

    for (let round = 0; round < 10; round += 1) {
      await Promise.all([world.remove(id), ...takeMessages().map(world.receive)]);
      cloud.clock.advance(30);
    }

    expect(world.tokenRequests()).toBe(1);
    expect(world.network.server.issuer.acceptsRefresh(await world.storedToken())).toBe(true);
    expect(await world.findRemoval(id)).toMatchObject({ accounts: [{ state: 'removed', attempts: 1 }] });
    expect(await cloud.stores.posts.readPublications(post.id)).toMatchObject([{ state: 'published' }]);
    expect(world.network.held()).toHaveLength(1);
  });

  it('renew the tokens for a removal, and leave the account connected', async () => {
    await using world = await anExpiredAccount();
    const { id } = await world.dueRemoval();
    await world.remove(id);

    expect(await world.findRemoval(id)).toMatchObject({ accounts: [{ state: 'removed', attempts: 1 }] });
    expect(world.network.held()).toEqual([]);
    expect(world.tokenRequests()).toBe(1);
    const [stored] = await cloud.stores.accounts.findAll(world.connected.workspaceId, [1]);
    expect(stored?.status).toBe('connected');
  });
});
