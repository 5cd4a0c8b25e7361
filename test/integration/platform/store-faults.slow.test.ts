import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { describe, expect, it } from 'vitest';
import { ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import { ENDPOINT_LIMIT } from '#shared/webhooks/domain/endpoint.ts';
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
import { aNewWorkspace, createWorkspaceIn } from '#test/support/builders/workspaces/workspace-builders.ts';
import {
  processesOnly,
  cancelled,
  conflicting,
  connectionReset,
  failingCall,
  inProgress,
  lostResponse,
  lostRequest,
  seen,
} from '#test/support/fixtures/platform/faults/faults.ts';
import type { Fault } from '#test/support/fixtures/platform/faults/faulty-client.ts';
import { emulatedStores } from '#test/support/fixtures/platform/platform-fixture.ts';

/** The total number of tries of `commit`. */
const TRIES = 8;

const { fixture, faults } = emulatedStores();

function times(count: number, fault: Fault): Fault[] {
  return Array.from({ length: count }, () => fault);
}

/** Runs with faults, all of which must have been used. Returns the commands that were sent. */
async function struckBy(script: readonly Fault[], run: () => Promise<unknown>): Promise<string[]> {
  faults.clear();
  faults.script(...script);
  await run();
  expect(faults.pending()).toBe(0);
  return [...faults.wire];
}

describe('a transaction that conflicts with another', () => {
  it.each([
    ['TransactionConflict', cancelled('TransactionConflict')],
    ['ThrottlingError', cancelled('ThrottlingError')],
    ['ProvisionedThroughputExceeded', cancelled('ProvisionedThroughputExceeded')],
  ])('succeeds after seven times %s', async (_, fault) => {
    const { owned, workspaceId } = await createWorkspaceIn(fixture.workspaces);
    const endpoint = anEndpoint(owned);
    const wire = await struckBy(times(TRIES - 1, fault), () =>
      fixture.endpoints.create(endpoint, aContext()),
    );

    expect(wire).toHaveLength(TRIES);
    expect(await fixture.endpoints.list(workspaceId)).toEqual([endpoint]);
  });

  it('waits for its own earlier request that is still in progress', async () => {
    const { owned, workspaceId } = await createWorkspaceIn(fixture.workspaces);
    const endpoint = anEndpoint(owned);
    // Once more often than the SDK itself retries.
    await struckBy(times(3, inProgress()), () => fixture.endpoints.create(endpoint, aContext()));

    expect(await fixture.endpoints.list(workspaceId)).toEqual([endpoint]);
  });

  it('keeps one token on every retry, so that none can be executed twice', async () => {
    const { owned } = await createWorkspaceIn(fixture.workspaces);
    const context = aContext();
    const inputs: object[] = [];
    const record = seen('TransactWriteItems', (input) => inputs.push(input));
    await struckBy([record, record, cancelled('TransactionConflict')], () =>
      fixture.endpoints.create(anEndpoint(owned), context),
    );

    const ClientRequestToken = context.change.nonce;
    expect(inputs).toMatchObject([{ ClientRequestToken }, { ClientRequestToken }]);
  });

  it('fails as a concurrent update after eight, having written nothing', async () => {
    const { owned, workspaceId } = await createWorkspaceIn(fixture.workspaces);
    const conflicts = times(TRIES, cancelled('TransactionConflict'));
    const wire = await struckBy(conflicts, () =>
      expect(fixture.endpoints.create(anEndpoint(owned), aContext())).rejects.toThrow(ConcurrentUpdateError),
    );

    expect(wire).toHaveLength(TRIES);
    expect(await fixture.endpoints.list(workspaceId)).toEqual([]);
  });

  it.each([
    ['with a transaction', () => cancelled('TransactionConflict', 0), 'TransactWriteItems'],
    ['alone', () => conflicting('PutItem'), 'PutItem'],
  ])(
    'returns idempotency_in_progress, %s, when only its response was lost and the first request is still running',
    async (_, fault, command) => {
      const { owned } = await createWorkspaceIn(fixture.workspaces);
      const [idempotencyRecord, context] = [anIdempotencyRecord(), aContext()];
      await struckBy(times(TRIES, fault()), () =>
        expect(
          command === 'PutItem'
            ? fixture.responses.remember(idempotencyRecord, context.change)
            : fixture.endpoints.create(anEndpoint(owned), { ...context, idempotencyRecord }),
        ).rejects.toMatchObject({ code: 'idempotency_in_progress' }),
      );

      expect(await fixture.responses.find(idempotencyRecord.id, NOW)).toBeUndefined();
    },
  );

  it('still reports an error after a conflict', async () => {
    const { owned, admin } = await createWorkspaceIn(fixture.workspaces);
    await fixture.removeMember(admin);
    await struckBy([cancelled('TransactionConflict')], () =>
      expect(fixture.endpoints.create(anEndpoint(owned), aContext())).rejects.toMatchObject({
        code: 'admin_required',
      }),
    );
  });

  it('does not retry what can never succeed', async () => {
    const { owned } = await createWorkspaceIn(fixture.workspaces);
    const broken = new TransactionCanceledException({
      message: 'Item too large',
      $metadata: {},
      CancellationReasons: [{ Code: 'None' }, { Code: 'ValidationError' }],
    });
    await struckBy([failingCall('TransactWriteItems', broken)], () =>
      expect(fixture.endpoints.create(anEndpoint(owned), aContext())).rejects.toBe(broken),
    );
  });

  it('delays a single write too', async () => {
    const { owned, workspaceId } = await createWorkspaceIn(fixture.workspaces);
    const before = anEndpoint(owned);
    await fixture.endpoints.create(before, aContext());
    const edit = anEdit(before, { name: 'Other desk' }, secondsAfterNow(1));
    const wire = await struckBy(times(2, conflicting('PutItem')), () =>
      fixture.endpoints.save(before, edit, aContext()),
    );

    expect(wire).toEqual(['PutItem', 'PutItem', 'PutItem']);
    expect(await fixture.endpoints.find(workspaceId, before.id)).toEqual(edit.endpoint);
  });
});

describe('a write whose response is lost and which the SDK sends again', () => {
  const RESENT_PUT = ['PutItem', 'PutItem'];
  const RESENT_TRANSACTION = ['TransactWriteItems', 'TransactWriteItems'];

  it('succeeds for a stored response', async () => {
    const answer = anIdempotencyRecord();
    const wire = await struckBy([lostResponse('PutItem')], () =>
      fixture.responses.remember(answer, aContext().change),
    );

    expect(wire).toEqual(RESENT_PUT);
    expect(await fixture.responses.find(answer.id, NOW)).toEqual(answer);
  });

  it('succeeds for a rename', async () => {
    const { owned, workspaceId } = await createWorkspaceIn(fixture.workspaces);
    const before = anEndpoint(owned);
    await fixture.endpoints.create(before, aContext());
    const edit = anEdit(before, { name: 'Other desk' }, secondsAfterNow(1));
    const wire = await struckBy([lostResponse('PutItem')], () =>
      fixture.endpoints.save(before, edit, aContext()),
    );

    expect(wire).toEqual(RESENT_PUT);
    expect(await fixture.endpoints.find(workspaceId, before.id)).toEqual(edit.endpoint);
  });

  it('succeeds for an event', async () => {
    const event = anEvent();
    const wire = await struckBy([lostResponse('PutItem')], () =>
      fixture.events.record(event, aContext(), undefined),
    );

    expect(wire).toEqual(RESENT_PUT);
    expect(await fixture.events.find(event.id)).toEqual(event);
  });

  it('succeeds for a new workspace', async () => {
    const newWorkspace = aNewWorkspace();
    const wire = await struckBy([lostResponse('TransactWriteItems')], () =>
      fixture.workspaces.create(newWorkspace, aContext().change),
    );

    expect(wire).toEqual(RESENT_TRANSACTION);
    expect(await fixture.workspaces.find(newWorkspace.workspace.id)).toEqual(newWorkspace.workspace);
  });

  it.each([null, anIdempotencyRecord()])(
    'succeeds for a create, even of the last endpoint',
    async (idempotencyRecord) => {
      const { owned, workspaceId } = await createWorkspaceIn(fixture.workspaces);
      for (let index = 1; index < ENDPOINT_LIMIT; index += 1) {
        await fixture.endpoints.create(anEndpoint(owned), aContext());
      }
      const wire = await struckBy([lostResponse('TransactWriteItems')], () =>
        fixture.endpoints.create(anEndpoint(owned), aContext({ idempotencyRecord })),
      );

      expect(wire).toEqual(RESENT_TRANSACTION);
      expect(await fixture.endpoints.list(workspaceId)).toHaveLength(ENDPOINT_LIMIT);
    },
  );

  it('succeeds for a change of settings', async () => {
    const { owned, workspaceId } = await createWorkspaceIn(fixture.workspaces);
    const before = anEndpoint(owned);
    await fixture.endpoints.create(before, aContext());
    const edit = anEdit(before, { enabled: true }, secondsAfterNow(1));
    const wire = await struckBy([lostResponse('TransactWriteItems')], () =>
      fixture.endpoints.save(before, edit, aContext()),
    );

    expect(wire).toEqual(RESENT_TRANSACTION);
    expect(await fixture.endpoints.find(workspaceId, before.id)).toEqual(edit.endpoint);
  });

  it('succeeds for a create even if the endpoint was edited before it is sent again', async () => {
    const { owned, workspaceId } = await createWorkspaceIn(fixture.workspaces);
    const endpoint = anEndpoint(owned);
    const edit = anEdit(endpoint, { url: 'https://other.example.com/x' });
    const lostAndEdited: Fault = {
      command: 'TransactWriteItems',
      at: 'wire',
      async happen(_input, pass) {
        await pass();
        await fixture.endpoints.save(endpoint, edit, aContext());
        throw connectionReset();
      },
    };
    await struckBy([lostAndEdited], () => fixture.endpoints.create(endpoint, aContext()));

    expect(await fixture.endpoints.find(workspaceId, endpoint.id)).toEqual(edit.endpoint);
  });

  it('returns the same event for a dedupe key', async () => {
    const event = anEvent();
    const named: string[] = [];
    const wire = await struckBy([lostResponse('TransactWriteItems')], async () => {
      const earlier = await fixture.events.record(
        event,
        aContext({ idempotencyRecord: anIdempotencyRecord() }),
        'order-1',
      );
      named.push(earlier?.eventId ?? event.id);
    });

    expect(wire).toEqual(RESENT_TRANSACTION);
    expect(named).toEqual([event.id]);
    expect(await fixture.events.find(event.id)).toEqual(event);
  });

  it('returns the delivery with the attempt, recorded once', async () => {
    const delivery = aDelivery();
    const wire = await struckBy([lostResponse('PutItem')], () =>
      expect(fixture.deliveries.recordAttempt(delivery, anAttempt(), aRetry(), true)).resolves.toEqual({
        ...delivery,
        ...aRetry(),
        attempts: [anAttempt()],
      }),
    );

    // The retried put finds an item, and the update that would add the attempt finds the attempt.
    expect(wire).toEqual(['PutItem', 'PutItem', 'UpdateItem']);
  });

  it('costs a claim its lease but no attempt: another run owns it a minute later', async () => {
    const delivery = aDelivery();
    await fixture.deliveries.recordAttempt(delivery, anAttempt(), aRetry());
    await struckBy([lostResponse('UpdateItem')], () =>
      expect(fixture.deliveries.claim(delivery, 2, NOW)).resolves.toEqual({ kind: 'leased' }),
    );

    expect(await fixture.deliveries.claim(delivery, 2, secondsAfterNow(60))).toEqual({ kind: 'claimed' });
  });

  it('changes nothing for a settled delivery or a recorded use', async () => {
    const delivery = aDelivery();
    const cancelledNow = {
      state: 'cancelled',
      reason: 'endpoint_paused',
      nextAttemptAt: null,
      finishedAt: NOW,
    } as const;
    await struckBy([lostResponse('UpdateItem')], () => fixture.deliveries.settle(delivery, cancelledNow));
    const { key } = await createWorkspaceIn(fixture.workspaces);
    await struckBy([lostResponse('UpdateItem')], () => fixture.apiKeys.recordKeyUse(key, NOW));

    const { endpointId, id } = delivery;
    expect(await fixture.deliveries.find(deliveriesOf(endpointId), id)).toEqual({
      ...delivery,
      ...cancelledNow,
    });
    expect((await fixture.apiKeys.findByHash(key.hash))?.lastUsedAt).toEqual(NOW);
  });

  it('does not mistake the write of another command for its own', async () => {
    const { owned, workspaceId } = await createWorkspaceIn(fixture.workspaces);
    const before = anEndpoint(owned);
    await fixture.endpoints.create(before, aContext());
    const winner = anEdit(before, { name: 'Winner' }, secondsAfterNow(1));
    await fixture.endpoints.save(before, winner, aContext());
    const loser = anEdit(before, { name: 'Loser' }, secondsAfterNow(1));
    await struckBy([lostRequest('PutItem')], () =>
      expect(fixture.endpoints.save(before, loser, aContext())).rejects.toThrow(ConcurrentUpdateError),
    );

    expect(await fixture.endpoints.find(workspaceId, before.id)).toEqual(winner.endpoint);
  });
});

describe('a partially processed batch read', () => {
  async function tenEndpoints() {
    const { owned, workspaceId } = await createWorkspaceIn(fixture.workspaces);
    const made = Array.from({ length: 10 }, () => anEndpoint(owned));
    for (const endpoint of made) await fixture.endpoints.create(endpoint, aContext());
    return { workspaceId, ids: made.map(({ id }) => id).toSorted() };
  }

  it('requests the rest again', async () => {
    const { workspaceId, ids } = await tenEndpoints();
    const wire = await struckBy([processesOnly(4), processesOnly(0), processesOnly(5)], async () => {
      const listed = await fixture.endpoints.list(workspaceId);
      expect(listed.map(({ id }) => id).toSorted()).toEqual(ids);
    });

    expect(wire).toEqual(['GetItem', 'BatchGetItem', 'BatchGetItem', 'BatchGetItem']);
  });

  it('fails, rather than omit endpoints, when the rest is never returned', async () => {
    const { workspaceId } = await tenEndpoints();
    await struckBy([processesOnly(4), ...times(TRIES - 1, processesOnly(0))], () =>
      expect(fixture.endpoints.list(workspaceId)).rejects.toThrow('unprocessed'),
    );
  });
});
