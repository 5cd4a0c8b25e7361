import { describe, expect } from 'vitest';
import { credentialsContext, readCredentials } from '#shared/publishing/domain/account-credentials.ts';
import type { Credentials, OAuthCredentials } from '#shared/publishing/domain/account.ts';
import type { PublishingProvider } from '#shared/publishing/ports/publishing-provider.ts';
import { aContext, secondsAfterNow } from '#test/support/builders/platform/builders.ts';
import { createMemoryLinkedIn } from '#test/support/fakes/publishing/memory-linkedin.ts';
import { createScriptedNetwork, rejectedRemoval } from '#test/support/fakes/publishing/scripted-network.ts';
import { itWith } from '#test/support/fixtures/platform/it-with.ts';
import { createTestClock } from '#test/support/fixtures/platform/test-clock.ts';
import { createRemovalWorld, toRemovalJob } from '#test/support/fixtures/publishing/removal-world.ts';

const DAY = 86_400;

/** A removal of two posts of an account with tokens, and the network that renews them in the same process. */
async function start() {
  const clock = createTestClock();
  const { network, servers } = createMemoryLinkedIn(clock);
  const { app, issuer } = network;
  const granted = issuer.grantNow(app.clientId);
  const used: OAuthCredentials = {
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
  const scripted = createScriptedNetwork();
  /** The credentials of each request. */
  const sent: Credentials[] = [];
  const provider: PublishingProvider = {
    ...scripted,
    async remove(request) {
      sent.push(request.credentials);
      return scripted.remove(request);
    },
  };
  const connect = () => undefined;
  const world = createRemovalWorld({ clock, provider, credentials: used, servers, connect });
  await world.storeApp(app);
  const account = await world.account();
  const removal = world.putRemote(account, ['urn:li:share:1', 'urn:li:share:2']);

  const read = async () => {
    const found = await world.fixture.accounts.find(account.workspaceId, account.uuid);
    if (!found) throw new Error('The account is gone');
    return found;
  };

  return {
    world,
    clock,
    issuer,
    scripted,
    sent,
    used,
    account,
    removal,
    read,
    receive: () => world.receive(toRemovalJob(world.stored(removal))),
    outcome: () => world.stored(removal).accounts[0],

    /** The stored credentials. */
    async opened(): Promise<Credentials> {
      const stored = await read();
      return readCredentials(await world.secrets.open(stored.sealedCredentials, credentialsContext(stored)));
    },

    events: () => [...world.fixture.core.events.values()].map(({ event }) => event),
  };
}

const it = itWith(start);

describe('removing with tokens', () => {
  it('renews an expired token before the first request, and marks nothing', async ({
    clock,
    receive,
    outcome,
    sent,
    used,
    opened,
    read,
    events,
  }) => {
    clock.advance(61 * DAY);
    await receive();

    expect(outcome()).toMatchObject({ state: 'removed', attempts: 1 });
    const renewed = await opened();
    expect(renewed).not.toEqual(used);
    expect(sent).toEqual([renewed, renewed]);
    expect((await read()).status).toBe('connected');
    expect(events()).toEqual([]);
  });

  it('does not renew a token that lasts for the attempt', async ({ clock, receive, sent, used }) => {
    clock.advance(60 * DAY - 600);
    await receive();

    expect(sent).toEqual([used, used]);
  });

  it('renews a token that the network rejects, and removes the other posts with the new one', async ({
    receive,
    outcome,
    scripted,
    sent,
    used,
    opened,
    read,
  }) => {
    scripted.scriptRemovals(() => rejectedRemoval('unauthorised'));
    await receive();

    expect(outcome()).toMatchObject({ state: 'removed', attempts: 1 });
    const renewed = await opened();
    expect(sent).toEqual([used, renewed, renewed]);
    expect((await read()).status).toBe('connected');
  });

  it('marks the account once if the network rejects the renewed token too', async ({
    receive,
    outcome,
    scripted,
    sent,
    read,
    events,
  }) => {
    const rejects = () => rejectedRemoval('unauthorised', 'credentials_refused');
    scripted.scriptRemovals(rejects, rejects);
    await receive();

    expect(outcome()).toMatchObject({ state: 'failed', left: 2, error: { code: 'credentials_refused' } });
    expect(sent).toHaveLength(2);
    expect((await read()).status).toBe('needs_reauth');
    expect(events()).toEqual(['publishing.account.updated']);
  });

  it('fails without a request, and marks the account, if nothing renews an expired token', async ({
    clock,
    issuer,
    receive,
    outcome,
    sent,
    read,
  }) => {
    clock.advance(61 * DAY);
    issuer.mood.isRevoked = true;
    await receive();

    expect(outcome()).toMatchObject({ state: 'failed', attempts: 1, error: { code: 'credentials_refused' } });
    expect(sent).toEqual([]);
    expect((await read()).status).toBe('needs_reauth');
  });

  it('waits without an attempt while another run renews the tokens', async ({
    world,
    clock,
    account,
    removal,
    receive,
    outcome,
    sent,
  }) => {
    clock.advance(61 * DAY);
    const until = new Date(clock().getTime() + 60_000);
    await world.fixture.tokenLeases.take(account, until, clock());
    await receive();

    const next = new Date(clock().getTime() + 15_000);
    expect(outcome()).toMatchObject({ state: 'pending', attempts: 0, nextAttemptAt: next });
    expect(sent).toEqual([]);
    expect((await world.settle(removal)).accounts).toMatchObject([{ state: 'removed', attempts: 1 }]);
  });

  it('waits without an attempt while the key service cannot encrypt the new tokens', async ({
    world,
    clock,
    removal,
    receive,
    outcome,
    read,
  }) => {
    clock.advance(61 * DAY);
    world.secrets.breakDown();
    await receive();

    expect(outcome()).toMatchObject({ state: 'pending', attempts: 0 });
    world.secrets.repair();
    expect((await world.settle(removal)).accounts).toMatchObject([{ state: 'removed', attempts: 1 }]);
    expect((await read()).status).toBe('connected');
  });

  it('tries again later if the key service fails after the network rejected the token', async ({
    world,
    removal,
    receive,
    outcome,
    scripted,
    read,
  }) => {
    scripted.scriptRemovals(() => {
      world.secrets.breakDown();
      return rejectedRemoval('unauthorised');
    });
    await receive();

    expect(outcome()).toMatchObject({
      state: 'pending',
      attempts: 1,
      error: { code: 'network_unavailable' },
    });
    world.secrets.repair();
    expect((await world.settle(removal)).accounts).toMatchObject([{ state: 'removed', attempts: 2 }]);
    expect((await read()).status).toBe('connected');
  });

  it('fails and leaves the account connected if the tokens can be neither used nor renewed', async ({
    world,
    clock,
    account,
    removal,
    sent,
    read,
  }) => {
    const app = await world.fixture.apps.find(account.workspaceId, 'linkedin');
    if (app) await world.fixture.apps.remove(app, aContext());
    clock.advance(61 * DAY);

    expect((await world.settle(removal)).accounts).toMatchObject([
      { state: 'failed', attempts: 5, error: { code: 'network_unavailable' } },
    ]);
    expect(sent).toEqual([]);
    expect((await read()).status).toBe('connected');
  });

  it('writes no token into the log or the outcome', async ({ world, clock, issuer, receive, outcome }) => {
    clock.advance(61 * DAY);
    await receive();

    const seen = JSON.stringify([world.log.lines, outcome()]);
    expect(seen).toContain('ACCOUNT_TOKENS_RENEWED');
    for (const secret of issuer.secrets()) expect(seen).not.toContain(secret);
  });
});
