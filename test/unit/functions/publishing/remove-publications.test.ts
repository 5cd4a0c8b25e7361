import { beforeEach, describe, expect, it } from 'vitest';
import { anEvent } from '#test/support/builders/events/event-builders.ts';
import { aContext, secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { rejectedRemoval, retryRemoval } from '#test/support/fakes/publishing/scripted-network.ts';
import {
  createRemovalWorld,
  type RemovalWorld,
  toRemovalJob,
} from '#test/support/fixtures/publishing/removal-world.ts';

let world: RemovalWorld;
beforeEach(() => {
  world = createRemovalWorld();
});

async function accounts(count: number) {
  const made = [];
  for (let index = 0; index < count; index += 1) made.push(await world.account());
  return made;
}

describe('remove-publications, happy', () => {
  it('removes the posts of each account, from the last of a thread to the first', async () => {
    const removal = world.put(await accounts(2), 3);
    expect(await world.receive(toRemovalJob(removal))).toBe(true);

    expect(world.network.posts.size).toBe(0);
    expect(world.network.removals).toEqual([
      'remote-1-2',
      'remote-1-1',
      'remote-1-0',
      'remote-2-2',
      'remote-2-1',
      'remote-2-0',
    ]);
    expect(world.stored(removal)).toMatchObject({
      due: null,
      accounts: [1, 2].map((accountId) => ({ accountId, state: 'removed', attempts: 1, left: 0 })),
    });
  });

  it('retries a failed removal after its back-off, and removes only what is left', async () => {
    const removal = world.put(await accounts(1), 3);
    world.network.scriptRemovals('remove', () => retryRemoval('network_unavailable'));
    await world.receive(toRemovalJob(removal));

    expect(world.stored(removal)).toMatchObject({
      due: { at: secondsAfterNow(30), timer: true },
      accounts: [{ state: 'pending', left: 2, attempts: 1, error: { code: 'network_unavailable' } }],
    });
    expect((await world.settle(removal)).accounts).toMatchObject([
      { state: 'removed', attempts: 2, error: null },
    ]);
    expect(world.network.removals).toEqual(['remote-1-2', 'remote-1-1', 'remote-1-1', 'remote-1-0']);
  });

  it('continues with other accounts while one waits for the network', async () => {
    const removal = world.put(await accounts(2));
    world.network.scriptRemovals(() => retryRemoval('rate_limited', secondsAfterNow(900)));
    await world.receive(toRemovalJob(removal));

    expect(world.stored(removal)).toMatchObject({
      due: { at: secondsAfterNow(900) },
      accounts: [{ state: 'pending' }, { state: 'removed' }],
    });
    expect((await world.settle(removal)).accounts[0]).toMatchObject({ state: 'removed', attempts: 2 });
    expect(world.clock()).toEqual(secondsAfterNow(900));
  });

  it('hands over after a minute, and does not count the interrupted attempt', async () => {
    const removal = world.put(await accounts(2), 5);
    for (let index = 0; index < 10; index += 1)
      world.network.scriptRemovals((id) => {
        world.clock.advance(25);
        world.network.posts.delete(id);
        return { kind: 'removed' };
      });
    await world.receive(toRemovalJob(removal));

    expect(world.network.removals).toHaveLength(3);
    expect(world.stored(removal)).toMatchObject({
      due: { at: world.clock(), timer: true },
      accounts: [
        { state: 'pending', left: 2, attempts: 0 },
        { state: 'pending', left: 5, attempts: 0 },
      ],
    });
    expect((await world.settle(removal)).accounts).toMatchObject([
      { state: 'removed', attempts: 1 },
      { state: 'removed', attempts: 1 },
    ]);
    expect(world.network.removals).toHaveLength(10);
  });
});

describe('remove-publications, error', () => {
  it('fails after five attempts', async () => {
    const removal = world.put(await accounts(1));
    world.network.scriptRemovals(...Array.from({ length: 9 }, () => () => retryRemoval()));
    const end = await world.settle(removal);

    expect(end.accounts).toMatchObject([{ state: 'failed', attempts: 5, error: { code: 'rate_limited' } }]);
    expect(world.network.removals).toHaveLength(5);
    expect(world.network.posts.size).toBe(1);
  });

  it('fails at once when the network rejects the removal, without effect on other accounts', async () => {
    const removal = world.put(await accounts(2));
    world.network.scriptRemovals(() => rejectedRemoval('failed'));

    expect((await world.settle(removal)).accounts).toMatchObject([
      { state: 'failed', attempts: 1, error: { code: 'network_refused' } },
      { state: 'removed' },
    ]);
  });

  it('sets an account to needs_reauth when the network rejects its credentials, with one event', async () => {
    const [account] = await accounts(1);
    if (!account) throw new Error('No account');
    const removal = world.put([account]);
    world.network.scriptRemovals(() => rejectedRemoval('unauthorised', 'credentials_refused'));
    const end = await world.settle(removal);

    expect(end.accounts).toMatchObject([{ state: 'failed', error: { code: 'credentials_refused' } }]);
    expect(await world.fixture.accounts.findAll(world.workspaceId, [account.id])).toMatchObject([
      { status: 'needs_reauth' },
    ]);
    expect([...world.fixture.core.events.values()].map(({ event }) => event)).toEqual([
      'publishing.account.updated',
    ]);
  });

  it.each(['disabled', 'needs_reauth'] as const)('fails for an account that is %s', async (status) => {
    const removal = world.put([await world.account({ status })]);

    expect((await world.settle(removal)).accounts).toMatchObject([
      { state: 'failed', attempts: 0, error: { code: 'account_not_connected' } },
    ]);
    expect(world.network.removals).toEqual([]);
  });

  it('fails for an account that was disconnected', async () => {
    const [account] = await accounts(1);
    if (!account) throw new Error('No account');
    const removal = world.put([account]);
    await world.fixture.accounts.remove(account, anEvent(), aContext());

    expect((await world.settle(removal)).accounts).toMatchObject([
      { state: 'failed', error: { code: 'account_not_connected' } },
    ]);
  });

  it('ends as unsupported for a network that cannot remove posts', async () => {
    const removal = world.put([await world.account({ provider: 'bluesky' }), await world.account()]);

    expect((await world.settle(removal)).accounts).toMatchObject([
      { state: 'unsupported', attempts: 0, error: { code: 'removal_unsupported' } },
      { state: 'removed' },
    ]);
  });

  it('waits for the key service without counting an attempt', async () => {
    const removal = world.put(await accounts(1));
    world.secrets.breakDown();
    await world.receive(toRemovalJob(removal));

    expect(world.stored(removal)).toMatchObject({
      due: { at: secondsAfterNow(60) },
      accounts: [{ state: 'pending', attempts: 0 }],
    });
    world.secrets.repair();
    expect((await world.settle(removal)).accounts).toMatchObject([{ state: 'removed', attempts: 1 }]);
  });

  it('fails for credentials that cannot be read', async () => {
    const account = await world.account();
    const sealed = { purpose: 'account', workspace: world.workspaceId, subject: account.uuid } as const;
    const sealedCredentials = await world.secrets.seal('not credentials', sealed);
    const changed = { ...account, sealedCredentials, revision: account.revision + 1 };
    await world.fixture.accounts.save(account, changed, null, aContext());
    const removal = world.put([account]);

    expect((await world.settle(removal)).accounts).toMatchObject([
      { state: 'failed', error: { code: 'credentials_unreadable' } },
    ]);
  });
});

describe('remove-publications, repeated and concurrent', () => {
  it.each([
    ['an outdated', { seq: 0 }, true],
    ['an unknown', { id: '01980000-0000-7000-8000-000000000009' }, true],
    ['a foreign', { workspaceId: '01980000-0000-7000-8000-000000000009' }, true],
  ])('ignores %s job', async (_, fields, isHandled) => {
    const removal = world.put(await accounts(1));

    expect(await world.receive({ ...toRemovalJob(removal), ...fields })).toBe(isHandled);
    expect(world.network.removals).toEqual([]);
    expect(world.stored(removal)).toEqual(removal);
  });

  it('retries a message that arrives early', async () => {
    const removal = world.put(await accounts(1));
    world.network.scriptRemovals(() => retryRemoval());
    await world.receive(toRemovalJob(removal));

    expect(await world.receive(toRemovalJob(world.stored(removal)))).toBe(false);
    expect(world.network.removals).toHaveLength(1);
  });

  it('calls the network once for several messages of one job', async () => {
    const removal = world.put(await accounts(1));
    const job = toRemovalJob(removal);
    await Promise.all([world.receive(job), world.receive(job), world.receive(job)]);

    expect(world.network.removals).toEqual(['remote-1-0']);
    expect(world.stored(removal)).toMatchObject({ due: null, accounts: [{ state: 'removed', attempts: 1 }] });
    await world.receive(job);
    expect(world.network.removals).toHaveLength(1);
  });

  it('leaves a removal alone that a request changed during the attempt', async () => {
    const removal = world.put(await accounts(1));
    const requested = {
      ...removal,
      mode: 'social_only',
      dueSeq: 9,
      due: { at: world.clock(), seq: 9, timer: true },
    } as const;
    world.network.scriptRemovals(async () => {
      await world.fixture.postRemovals.advance(world.stored(removal), requested, aContext().change);
      return { kind: 'removed' };
    });

    expect(await world.receive(toRemovalJob(removal))).toBe(true);
    expect(world.stored(removal)).toEqual(requested);
    expect((await world.settle(removal)).accounts).toMatchObject([{ state: 'removed' }]);
  });

  it('removes the posts or says why not, whatever call it crashes at', async () => {
    const whole = world.put(await accounts(2), 2);
    await world.receive(toRemovalJob(whole));
    const calls = world.power.calls().length;
    expect(calls).toBeGreaterThan(8);

    for (const moment of ['before', 'after'] as const) {
      for (let call = 1; call <= calls; call += 1) {
        world = createRemovalWorld();
        const removal = world.put(await accounts(2), 2);
        world.power.restore();
        world.power.cutAt(call, moment);
        const end = await world.settle(removal);

        expect(world.power.cuts(), `${moment} call ${call}`).toBe(1);
        expect(end.accounts).toMatchObject([{ state: 'removed' }, { state: 'removed' }]);
        expect(world.network.posts.size).toBe(0);
      }
    }
  });

  it('ends as unknown if every attempt crashes', async () => {
    const removal = world.put(await accounts(1));
    world.network.scriptRemovals(
      ...Array.from({ length: 9 }, () => () => Promise.reject(new Error('killed'))),
    );
    const end = await world.settle(removal);

    expect(world.network.removals).toHaveLength(5);
    expect(end.accounts).toMatchObject([
      { state: 'failed', attempts: 5, error: { code: 'outcome_unknown' } },
    ]);
  });
});
