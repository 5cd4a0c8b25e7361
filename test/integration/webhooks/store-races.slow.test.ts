import { describe, expect, it } from 'vitest';
import { DuplicateRequestError, ConcurrentUpdateError, PlatformError } from '#shared/platform/core/errors.ts';
import { HEALTHY } from '#shared/webhooks/domain/endpoint-health.ts';
import { type Endpoint, ENDPOINT_LIMIT } from '#shared/webhooks/domain/endpoint.ts';
import { anEvent } from '#test/support/builders/events/event-builders.ts';
import {
  aContext,
  anIdempotencyRecord,
  secondsAfterNow,
  NOW,
} from '#test/support/builders/platform/command-builders.ts';
import {
  aDelivery,
  anAttempt,
  aRetry,
  deliveriesOf,
} from '#test/support/builders/webhooks/delivery-builders.ts';
import { anEdit, anEndpoint } from '#test/support/builders/webhooks/endpoint-builders.ts';
import { createWorkspaceIn } from '#test/support/builders/workspaces/workspace-builders.ts';
import { meanwhile, seen } from '#test/support/fixtures/platform/faults/faults.ts';
import { emulatedStores } from '#test/support/fixtures/platform/platform-fixture.ts';
import { openBreaker } from '#test/support/fixtures/webhooks/unresponsive.ts';

const { fixture, faults } = emulatedStores();

/** Starts `count` concurrent runs. Returns their results. */
async function race<T>(count: number, run: (index: number) => Promise<T>) {
  const settled = await Promise.allSettled(Array.from({ length: count }, (_, index) => run(index)));
  const rejected: unknown[] = settled.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
  return { won: settled.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : [])), rejected };
}

function codesOf(errors: readonly unknown[]): string[] {
  return errors.map((error) => (error instanceof PlatformError ? error.code : String(error)));
}

describe('racing creates', () => {
  it('stop at the limit: 40 create 25 endpoints and return 15 errors', async () => {
    const { owned, workspaceId } = await createWorkspaceIn(fixture.workspaces);
    const { won, rejected } = await race(40, () => fixture.endpoints.create(anEndpoint(owned), aContext()));

    expect(won).toHaveLength(ENDPOINT_LIMIT);
    expect(codesOf(rejected)).toEqual(Array.from({ length: 15 }, () => 'endpoint_limit_reached'));
    expect(await fixture.endpoints.list(workspaceId)).toHaveLength(ENDPOINT_LIMIT);
  });

  it('of one Idempotency-Key create one endpoint, and 9 return the duplicate error', async () => {
    const { owned, workspaceId } = await createWorkspaceIn(fixture.workspaces);
    const idempotencyRecord = anIdempotencyRecord();
    const { won, rejected } = await race(10, () =>
      fixture.endpoints.create(anEndpoint(owned), aContext({ idempotencyRecord })),
    );

    expect(won).toHaveLength(1);
    expect(rejected.every((error) => error instanceof DuplicateRequestError)).toBe(true);
    expect(await fixture.endpoints.list(workspaceId)).toHaveLength(1);
  });
});

describe('racing saves', () => {
  it.each([
    ['settings', (index: number) => ({ url: `https://hooks.example.com/${index}` })],
    ['details', (index: number) => ({ name: `Desk ${index}` })],
  ])('of %s of one revision: one wins, and every item contains it', async (_, edit) => {
    const { owned, workspaceId } = await createWorkspaceIn(fixture.workspaces);
    const before = anEndpoint(owned);
    await fixture.endpoints.create(before, aContext());
    const { won, rejected } = await race(10, async (index) => {
      const outcome = anEdit(before, edit(index), secondsAfterNow(index));
      await fixture.endpoints.save(before, outcome, aContext());
      return outcome.endpoint;
    });

    expect(won).toHaveLength(1);
    expect(rejected.every((error) => error instanceof ConcurrentUpdateError)).toBe(true);
    const [winner] = won;
    expect(await fixture.endpoints.find(workspaceId, before.id)).toEqual(winner);
    expect(await fixture.endpoints.readTarget(before.id)).toMatchObject({
      url: winner?.url,
      settingsVersion: winner?.settingsVersion,
    });
    expect(await fixture.endpoints.readDirectory(workspaceId)).toMatchObject([
      { settingsVersion: winner?.settingsVersion },
    ]);
  });
});

describe('a responsible member who is removed at the last moment', () => {
  it('gets no endpoint', async () => {
    const { admin, owned, workspaceId } = await createWorkspaceIn(fixture.workspaces);
    faults.script(meanwhile('TransactWriteItems', () => fixture.removeMember(admin)));

    const create = fixture.endpoints.create(anEndpoint(owned), aContext());
    await expect(create).rejects.toMatchObject({ code: 'admin_required' });
    expect(await fixture.endpoints.list(workspaceId)).toEqual([]);
  });

  it('gets no enabled endpoint', async () => {
    const { admin, owned } = await createWorkspaceIn(fixture.workspaces);
    const before = anEndpoint(owned);
    await fixture.endpoints.create(before, aContext());
    faults.script(meanwhile('TransactWriteItems', () => fixture.removeMember(admin)));

    const save = fixture.endpoints.save(
      before,
      anEdit(before, { enabled: true }, secondsAfterNow(1)),
      aContext(),
    );
    await expect(save).rejects.toMatchObject({ code: 'admin_required' });
    expect(await fixture.endpoints.readTarget(before.id)).toMatchObject({ enabled: false });
  });

  it('has as many endpoints as were returned, whenever the removal happened', async () => {
    const { admin, owned, workspaceId } = await createWorkspaceIn(fixture.workspaces);
    const { won, rejected } = await race(21, async (index) =>
      index === 10 ? fixture.removeMember(admin) : fixture.endpoints.create(anEndpoint(owned), aContext()),
    );

    expect(won.length + rejected.length).toBe(21);
    expect(codesOf(rejected).every((code) => code === 'admin_required')).toBe(true);
    expect(await fixture.endpoints.list(workspaceId)).toHaveLength(won.length - 1);
  });
});

describe('racing events of one dedupe key', () => {
  it('record one event, which all of them return', async () => {
    const { workspaceId } = await createWorkspaceIn(fixture.workspaces);
    const events = Array.from({ length: 10 }, () => anEvent({ workspaceId }));
    const named = await Promise.all(
      events.map(async (event) => {
        const earlier = await fixture.events.record(event, aContext(), 'order-1');
        return earlier?.eventId ?? event.id;
      }),
    );

    const stored = await Promise.all(events.map(({ id }) => fixture.events.find(id)));
    const ids = stored.flatMap((event) => event?.id ?? []);
    expect(ids).toHaveLength(1);
    expect(new Set(named)).toEqual(new Set(ids));
  });
});

describe('racing runs of one attempt', () => {
  it.each([1, 2])('record attempt %i once, and all see the same delivery', async (number) => {
    const delivery = aDelivery();
    if (number > 1) await fixture.deliveries.recordAttempt(delivery, anAttempt(), aRetry());
    const { won } = await race(20, (index) =>
      fixture.deliveries.recordAttempt(
        delivery,
        anAttempt({ number, durationMs: index }),
        aRetry({ nextAttemptAt: secondsAfterNow(60 + index) }),
      ),
    );

    expect(won).toHaveLength(20);
    const stored = await fixture.deliveries.find(deliveriesOf(delivery.endpointId), delivery.id);
    expect(stored?.attempts).toHaveLength(number);
    expect(won.every((each) => JSON.stringify(each) === JSON.stringify(stored))).toBe(true);
  });

  it('let one of 10 send attempt 2', async () => {
    const delivery = aDelivery();
    await fixture.deliveries.recordAttempt(delivery, anAttempt(), aRetry());
    const { won } = await race(10, () => fixture.deliveries.claim(delivery, 2, NOW));

    const kinds = won.map(({ kind }) => kind).toSorted();
    expect(kinds).toEqual(['claimed', ...Array.from({ length: 9 }, () => 'leased')]);
  });
});

describe('racing health records of one endpoint', () => {
  async function created() {
    const { owned } = await createWorkspaceIn(fixture.workspaces);
    const endpoint = anEndpoint(owned);
    await fixture.endpoints.create(endpoint, aContext());
    return endpoint;
  }

  async function healthOf({ id }: Pick<Endpoint, 'id'>) {
    return (await fixture.endpoints.readTarget(id))?.health;
  }

  it('let one of 20 claim the probe', async () => {
    const endpoint = await created();
    await openBreaker(fixture.health, endpoint, { probeAt: NOW });
    const { won } = await race(20, (index) =>
      fixture.health.claimProbe(endpoint, NOW, secondsAfterNow(30 + index)),
    );

    expect(won.filter(Boolean)).toHaveLength(1);
    expect(await healthOf(endpoint)).toMatchObject({
      breaker: { openedAt: NOW, probeAt: secondsAfterNow(30 + won.indexOf(true)) },
    });
  });

  it('open the breaker once: of 20 deliveries without a response one reports it', async () => {
    const endpoint = await created();
    const { won } = await race(20, (index) =>
      fixture.health.recordTimeout(
        endpoint,
        { deliveryId: `delivery-${index}`, isFirst: false },
        NOW,
        secondsAfterNow(30),
      ),
    );

    expect(won).toHaveLength(20);
    expect(won.filter(Boolean)).toHaveLength(1);
    expect(await healthOf(endpoint)).toEqual({
      ...HEALTHY,
      breaker: { openedAt: NOW, probeAt: secondsAfterNow(30) },
    });
  });

  it('close it once: of 20 responses one reports it', async () => {
    const endpoint = await created();
    await openBreaker(fixture.health, endpoint);
    const { won } = await race(20, () => fixture.health.recordResponse(endpoint));

    expect(won.filter(Boolean)).toHaveLength(1);
    expect(await healthOf(endpoint)).toEqual(HEALTHY);
  });

  it('do not open it when a response is recorded between the sixth count and the opening', async () => {
    const endpoint = await created();
    const note = (deliveryId: string) =>
      fixture.health.recordTimeout(endpoint, { deliveryId, isFirst: false }, NOW, secondsAfterNow(30));
    for (const id of ['a', 'b', 'c', 'd', 'e']) await note(id);
    faults.script(
      seen('UpdateItem', () => undefined),
      meanwhile('UpdateItem', () => fixture.health.recordResponse(endpoint)),
    );

    expect(await note('f')).toBe(false);
    expect(await healthOf(endpoint)).toEqual(HEALTHY);
  });
});

describe('racing runs of a recorded first attempt', () => {
  it('let one of 20 send or defer it', async () => {
    const delivery = aDelivery();
    await fixture.deliveries.settle(delivery, delivery);
    const { won } = await race(20, async (index) => {
      if (index % 2 === 0) return (await fixture.deliveries.claim(delivery, 1, NOW)).kind === 'claimed';
      await fixture.deferred.defer(delivery, 1, secondsAfterNow(840), NOW);
      return false;
    });

    // Deferring removes nothing: it may precede the one lease, not follow it.
    expect(won.filter(Boolean)).toHaveLength(1);
    expect(await fixture.deferred.defer(delivery, 1, secondsAfterNow(841), NOW)).toBe(false);
  });
});

describe('racing uses of one key', () => {
  it('are recorded once, and none fails', async () => {
    const { key } = await createWorkspaceIn(fixture.workspaces);
    await race(10, (index) => fixture.apiKeys.recordKeyUse(key, secondsAfterNow(index)));
    const first = (await fixture.apiKeys.findByHash(key.hash))?.lastUsedAt;
    const { rejected } = await race(10, (index) =>
      fixture.apiKeys.recordKeyUse(key, secondsAfterNow(100 + index)),
    );

    expect(rejected).toEqual([]);
    expect(first).toBeInstanceOf(Date);
    expect((await fixture.apiKeys.findByHash(key.hash))?.lastUsedAt).toEqual(first);
  });
});
