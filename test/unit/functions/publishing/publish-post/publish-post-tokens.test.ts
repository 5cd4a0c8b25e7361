import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { credentialsContext, readCredentials } from '#shared/publishing/domain/account-credentials.ts';
import type { Account, OAuthCredentials } from '#shared/publishing/domain/account.ts';
import { aContext, NOW, secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { createMemoryLinkedIn } from '#test/support/fakes/publishing/memory-linkedin.ts';
import { createScriptedNetwork, rejected } from '#test/support/fakes/publishing/scripted-network.ts';
import { itWith } from '#test/support/fixtures/platform/it-with.ts';
import { createTestClock } from '#test/support/fixtures/platform/test-clock.ts';
import { createPublishingWorld } from '#test/support/fixtures/publishing/publishing-world.ts';

const DAY = 86_400;

/** An account with tokens of a network that runs in the same process, and the publisher. */
async function start() {
  const clock = createTestClock();
  const { network, servers } = createMemoryLinkedIn(clock);
  const { app, issuer } = network;
  const granted = issuer.grantNow(app.clientId);
  const credentials: OAuthCredentials = {
    provider: 'linkedin',
    memberId: '782bbtaQ',
    tokens: {
      clientId: app.clientId,
      accessToken: granted.accessToken,
      expiresAt: secondsAfterNow(60 * DAY),
      refreshToken: granted.refreshToken ?? null,
      refreshExpiresAt: secondsAfterNow(365 * DAY),
    },
  };
  return open(credentials);

  async function open(used: OAuthCredentials) {
    const provider = createScriptedNetwork();
    const world = createPublishingWorld({
      clock,
      provider,
      credentials: used,
      servers,
      connect: () => undefined,
    });
    const workspaceId = randomUUID();
    await world.storeApp(workspaceId, app);
    const { uuid } = await world.account({ workspaceId });

    const read = async (): Promise<Account> => {
      const account = await world.fixture.accounts.find(workspaceId, uuid);
      if (!account) throw new Error('The account is gone');
      return account;
    };
    const receive = (seq: number) =>
      world.receive({ resource: 'account_tokens', id: uuid, workspaceId, seq, dueAt: 0 });
    /** Receives the scheduled job of the account at its time. */
    const runJob = async (): Promise<void> => {
      const due = (await read()).tokens?.due;
      const at = due?.at ?? clock();
      clock.advance(Math.max(0, (at.getTime() - clock().getTime()) / 1000));
      await receive(due?.seq ?? 0);
    };

    return {
      world,
      clock,
      network,
      issuer,
      provider,
      workspaceId,
      uuid,
      read,
      /** The same situation without a refresh token. */
      withoutRefresh: () => open({ ...used, tokens: { ...used.tokens, refreshToken: null } }),
      edit: async (changes: Partial<Account>): Promise<void> => {
        const before = await read();
        const after = { ...before, ...changes, revision: before.revision + 1 };
        await world.fixture.accounts.save(before, after, null, aContext());
      },

      receive,
      runJob,

      async opened(): Promise<OAuthCredentials> {
        const account = await read();
        const text = await world.secrets.open(account.sealedCredentials, credentialsContext(account));
        return readCredentials(text) as OAuthCredentials;
      },
      used,
    };
  }
}

const it = itWith(start);
const updates = (world: Awaited<ReturnType<typeof start>>['world']) =>
  world.events().filter(({ event }) => event === 'publishing.account.updated');

describe('the scheduled job of tokens', () => {
  it('renews them a week before they expire, without an event, and plans the next renewal', async (publisher) => {
    expect((await publisher.read()).tokens?.due).toMatchObject({ at: secondsAfterNow(53 * DAY), seq: 1 });
    await publisher.runJob();

    const { tokens, status } = await publisher.read();
    expect(status).toBe('connected');
    expect(tokens).toMatchObject({
      expiresAt: secondsAfterNow(113 * DAY),
      due: { at: secondsAfterNow(106 * DAY), seq: 2 },
    });
    expect((await publisher.opened()).tokens.accessToken).not.toBe(publisher.used.tokens.accessToken);
    expect(publisher.world.events()).toEqual([]);
  });

  it('does nothing for a job that is outdated, and waits for one that is early', async (publisher) => {
    await publisher.receive(1);
    expect(publisher.world.queue.waiting).toMatchObject([{ job: { resource: 'account_tokens' } }]);
    await publisher.runJob();
    const renewed = await publisher.read();
    await publisher.receive(1);

    expect(await publisher.read()).toEqual(renewed);
  });

  it('marks the account with its event, once, if the network rejects the refresh token', async (publisher) => {
    publisher.issuer.revoke(publisher.issuer.mood.member);
    await publisher.runJob();
    await publisher.receive(1);

    expect(await publisher.read()).toMatchObject({ status: 'needs_reauth', tokens: { due: null } });
    expect(updates(publisher.world)).toMatchObject([
      { data: { id: publisher.uuid, status: 'needs_reauth' } },
    ]);
  });

  it('marks the account when its access token ends and there is no refresh token', async (first) => {
    const { world, read, runJob } = await first.withoutRefresh();

    expect((await read()).tokens).toMatchObject({
      reconnectBy: secondsAfterNow(60 * DAY),
      due: { at: secondsAfterNow(60 * DAY) },
    });
    await runJob();
    expect(await read()).toMatchObject({ status: 'needs_reauth', tokens: { due: null } });
    expect(updates(world)).toHaveLength(1);
  });

  it('tries again every six hours while there is no app, and marks the account when nothing can help', async (publisher) => {
    const app = await publisher.world.fixture.apps.find(publisher.workspaceId, 'linkedin');
    if (app) await publisher.world.fixture.apps.remove(app, aContext());
    await publisher.runJob();

    const first = await publisher.read();
    expect(first).toMatchObject({
      status: 'connected',
      tokens: { due: { at: secondsAfterNow(53 * DAY + 6 * 3600), seq: 2 } },
    });
    for (let tries = 0; tries < 1300 && (await publisher.read()).status === 'connected'; tries += 1)
      await publisher.runJob();
    expect(await publisher.read()).toMatchObject({ status: 'needs_reauth', tokens: { due: null } });
    expect(publisher.world.clock().getTime()).toBe(secondsAfterNow(365 * DAY).getTime());
    expect(updates(publisher.world)).toHaveLength(1);
  });

  it('keeps what others change meanwhile: a name is kept, and newer credentials win', async (publisher) => {
    const { save } = publisher.world.fixture.accounts;
    publisher.world.fixture.accounts.save = async (...write) => {
      publisher.world.fixture.accounts.save = save;
      await publisher.edit({ name: 'Renamed' });
      return save(...write);
    };
    await publisher.runJob();

    expect((await publisher.read()).name).toBe('Renamed');
    expect((await publisher.opened()).tokens.accessToken).not.toBe(publisher.used.tokens.accessToken);
    const other = await publisher.world.secrets.seal(
      'reconnected',
      credentialsContext(await publisher.read()),
    );
    publisher.world.fixture.accounts.save = async (...write) => {
      publisher.world.fixture.accounts.save = save;
      await publisher.edit({ sealedCredentials: other });
      return save(...write);
    };
    await publisher.runJob();
    expect((await publisher.read()).sealedCredentials).toBe(other);
  });

  it('does not mark a disabled account, and stops renewing it', async (publisher) => {
    await publisher.edit({ status: 'disabled' });
    publisher.issuer.revoke(publisher.issuer.mood.member);
    await publisher.runJob();

    expect(await publisher.read()).toMatchObject({ status: 'disabled', tokens: { due: null } });
    expect(updates(publisher.world)).toEqual([]);
  });

  it('renews with the lease of a run that crashed only after its end', async (publisher) => {
    publisher.clock.advance(53 * DAY);
    await publisher.world.fixture.tokenLeases.take(
      { uuid: publisher.uuid, workspaceId: publisher.workspaceId },
      secondsAfterNow(53 * DAY + 60),
      publisher.clock(),
    );
    await publisher.runJob();
    expect((await publisher.read()).tokens?.due?.seq).toBe(1);

    publisher.clock.advance(60);
    await publisher.runJob();
    expect((await publisher.read()).tokens?.due?.seq).toBe(2);
  });

  it('is repeated while the key service is away', async (publisher) => {
    publisher.world.secrets.breakDown();
    await publisher.runJob();
    publisher.world.secrets.repair();
    expect((await publisher.read()).tokens?.due?.seq).toBe(1);

    await publisher.runJob();
    expect((await publisher.read()).tokens?.due?.seq).toBe(2);
  });

  it('writes no token into the log', async (publisher) => {
    await publisher.runJob();
    publisher.issuer.revoke(publisher.issuer.mood.member);
    await publisher.runJob();

    const seen = JSON.stringify([publisher.world.log.lines, publisher.world.events()]);
    expect(seen).toContain('ACCOUNT_TOKENS_RENEWED');
    for (const secret of publisher.issuer.secrets()) expect(seen).not.toContain(secret);
  });
});

describe('publishing with tokens', () => {
  it('renews a token that could expire during the attempt', async (publisher) => {
    publisher.clock.advance(60 * DAY - 599);
    const post = await duePost(publisher.world, publisher.workspaceId);

    expect((await publisher.world.settle(post)).status).toBe('published');
    const [request] = publisher.provider.requests;
    expect(request?.credentials).toMatchObject({
      tokens: { expiresAt: new Date(publisher.clock().getTime() + 60 * DAY * 1000) },
    });
  });

  it('does not renew a token that lasts for the attempt', async (publisher) => {
    publisher.clock.advance(60 * DAY - 600);
    await publisher.world.settle(await duePost(publisher.world, publisher.workspaceId));

    expect(publisher.provider.requests[0]?.credentials).toEqual(publisher.used);
  });

  it('uses the last minutes of a token that nothing renews, and then marks the account', async (first) => {
    const { world, clock, read, used, workspaceId, provider } = await first.withoutRefresh();
    clock.advance(60 * DAY - 30);
    await world.settle(await duePost(world, workspaceId));
    expect(provider.requests).toMatchObject([{ credentials: used }]);

    clock.advance(60);
    const late = await duePost(world, workspaceId);
    expect((await world.settle(late)).status).toBe('failed');
    expect(await world.publicationsOf(late)).toMatchObject([{ error: { code: 'credentials_refused' } }]);
    expect(provider.requests).toHaveLength(1);
    expect((await read()).status).toBe('needs_reauth');
    expect(updates(world)).toHaveLength(1);
  });

  it('renews a token that the network rejects, once', async (publisher) => {
    publisher.provider.script(
      () => rejected('unauthorised'),
      () => rejected('unauthorised'),
    );
    const post = await duePost(publisher.world, publisher.workspaceId);

    expect((await publisher.world.settle(post)).status).toBe('failed');
    expect(publisher.provider.requests).toHaveLength(2);
    expect(publisher.provider.requests[1]?.credentials).not.toEqual(
      publisher.provider.requests[0]?.credentials,
    );
    expect((await publisher.read()).status).toBe('needs_reauth');
  });

  it('tries again later while the tokens can be neither used nor renewed', async (publisher) => {
    const app = await publisher.world.fixture.apps.find(publisher.workspaceId, 'linkedin');
    if (app) await publisher.world.fixture.apps.remove(app, aContext());
    publisher.clock.advance(61 * DAY);
    const post = await duePost(publisher.world, publisher.workspaceId);

    expect((await publisher.world.settle(post)).status).toBe('failed');
    expect(await publisher.world.publicationsOf(post)).toMatchObject([
      { attempts: 5, error: { code: 'network_unavailable' } },
    ]);
    expect(publisher.provider.requests).toEqual([]);
  });
});

/** A post that is due now for the existing account. */
async function duePost(world: Awaited<ReturnType<typeof start>>['world'], workspaceId: string) {
  const now = world.clock();
  const due = { at: now, seq: 1, timer: true };
  const post = await world.duePost(0, { workspaceId, accounts: [1], scheduledAt: now, due });
  await world.queue.sendLater(
    { resource: 'post', id: post.id, workspaceId, seq: 1, dueAt: NOW.getTime() },
    0,
  );
  return post;
}
