import { describe, expect } from 'vitest';
import { credentialsContext, readCredentials } from '#shared/publishing/domain/account-credentials.ts';
import type { Credentials, OAuthCredentials } from '#shared/publishing/domain/account.ts';
import type { PublishingProvider } from '#shared/publishing/ports/publishing-provider.ts';
import { aContext, secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
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
  it('renews an expired token before the first request, and marks nothing', async (removing) => {
    removing.clock.advance(61 * DAY);
    await removing.receive();

    expect(removing.outcome()).toMatchObject({ state: 'removed', attempts: 1 });
    const renewed = await removing.opened();
    expect(renewed).not.toEqual(removing.used);
    expect(removing.sent).toEqual([renewed, renewed]);
    expect((await removing.read()).status).toBe('connected');
    expect(removing.events()).toEqual([]);
  });

  it('does not renew a token that lasts for the attempt', async (removing) => {
    removing.clock.advance(60 * DAY - 600);
    await removing.receive();

    expect(removing.sent).toEqual([removing.used, removing.used]);
  });

  it('renews a token that the network rejects, and removes the other posts with the new one', async (removing) => {
    removing.scripted.scriptRemovals(() => rejectedRemoval('unauthorised'));
    await removing.receive();

    expect(removing.outcome()).toMatchObject({ state: 'removed', attempts: 1 });
    const renewed = await removing.opened();
    expect(removing.sent).toEqual([removing.used, renewed, renewed]);
    expect((await removing.read()).status).toBe('connected');
  });

  it('marks the account once if the network rejects the renewed token too', async (removing) => {
    const rejects = () => rejectedRemoval('unauthorised', 'credentials_refused');
    removing.scripted.scriptRemovals(rejects, rejects);
    await removing.receive();

    expect(removing.outcome()).toMatchObject({
      state: 'failed',
      left: 2,
      error: { code: 'credentials_refused' },
    });
    expect(removing.sent).toHaveLength(2);
    expect((await removing.read()).status).toBe('needs_reauth');
    expect(removing.events()).toEqual(['publishing.account.updated']);
  });

  it('fails without a request, and marks the account, if nothing renews an expired token', async (removing) => {
    removing.clock.advance(61 * DAY);
    removing.issuer.mood.isRevoked = true;
    await removing.receive();

    expect(removing.outcome()).toMatchObject({
      state: 'failed',
      attempts: 1,
      error: { code: 'credentials_refused' },
    });
    expect(removing.sent).toEqual([]);
    expect((await removing.read()).status).toBe('needs_reauth');
  });

  it('waits without an attempt while another run renews the tokens', async (removing) => {
    removing.clock.advance(61 * DAY);
    const until = new Date(removing.clock().getTime() + 60_000);
    await removing.world.fixture.tokenLeases.take(removing.account, until, removing.clock());
    await removing.receive();

    const next = new Date(removing.clock().getTime() + 15_000);
    expect(removing.outcome()).toMatchObject({ state: 'pending', attempts: 0, nextAttemptAt: next });
    expect(removing.sent).toEqual([]);
    expect((await removing.world.settle(removing.removal)).accounts).toMatchObject([
      { state: 'removed', attempts: 1 },
    ]);
  });

  it('waits without an attempt while the key service cannot encrypt the new tokens', async (removing) => {
    removing.clock.advance(61 * DAY);
    removing.world.secrets.breakDown();
    await removing.receive();

    expect(removing.outcome()).toMatchObject({ state: 'pending', attempts: 0 });
    removing.world.secrets.repair();
    expect((await removing.world.settle(removing.removal)).accounts).toMatchObject([
      { state: 'removed', attempts: 1 },
    ]);
    expect((await removing.read()).status).toBe('connected');
  });

  it('tries again later if the key service fails after the network rejected the token', async (removing) => {
    removing.scripted.scriptRemovals(() => {
      removing.world.secrets.breakDown();
      return rejectedRemoval('unauthorised');
    });
    await removing.receive();

    expect(removing.outcome()).toMatchObject({
      state: 'pending',
      attempts: 1,
      error: { code: 'network_unavailable' },
    });
    removing.world.secrets.repair();
    expect((await removing.world.settle(removing.removal)).accounts).toMatchObject([
      { state: 'removed', attempts: 2 },
    ]);
    expect((await removing.read()).status).toBe('connected');
  });

  it('fails and leaves the account connected if the tokens can be neither used nor renewed', async (removing) => {
    const app = await removing.world.fixture.apps.find(removing.account.workspaceId, 'linkedin');
    if (app) await removing.world.fixture.apps.remove(app, aContext());
    removing.clock.advance(61 * DAY);

    expect((await removing.world.settle(removing.removal)).accounts).toMatchObject([
      { state: 'failed', attempts: 5, error: { code: 'network_unavailable' } },
    ]);
    expect(removing.sent).toEqual([]);
    expect((await removing.read()).status).toBe('connected');
  });

  it('writes no token into the log or the outcome', async (removing) => {
    removing.clock.advance(61 * DAY);
    await removing.receive();

    const seen = JSON.stringify([removing.world.log.lines, removing.outcome()]);
    expect(seen).toContain('ACCOUNT_TOKENS_RENEWED');
    for (const secret of removing.issuer.secrets()) expect(seen).not.toContain(secret);
  });
});
