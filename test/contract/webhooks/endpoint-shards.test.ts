import { describe, expect, it } from 'vitest';
import { ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import { deliveryIdFor, newId } from '#shared/platform/runtime/ids.ts';
import { shardOfDelivery } from '#shared/webhooks/domain/delivery-shards.ts';
import type { Delivery } from '#shared/webhooks/domain/delivery.ts';
import type { Endpoint } from '#shared/webhooks/domain/endpoint.ts';
import { planResend, resendJob } from '#shared/webhooks/domain/plan-resend.ts';
import { rotateSecret } from '#shared/webhooks/domain/rotate-secret.ts';
import { anErasure } from '#test/support/builders/events/event-builders.ts';
import { aContext, NOW, secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import {
  aDelivery,
  anAttempt,
  aRetry,
  deliveriesOf,
} from '#test/support/builders/webhooks/delivery-builders.ts';
import { anEdit, anEndpoint } from '#test/support/builders/webhooks/endpoint-builders.ts';
import { createWorkspaceIn } from '#test/support/builders/workspaces/workspace-builders.ts';
import { describeStores } from '#test/support/fixtures/platform/platform-fixture.ts';
import { readPages } from '#test/support/fixtures/platform/read-pages.ts';

const UNTIL = secondsAfterNow(840);

describeStores('EndpointShards', (fixture) => {
  async function created() {
    const { owned } = await createWorkspaceIn(fixture.workspaces);
    const endpoint = anEndpoint(owned);
    await fixture.endpoints.create(endpoint, aContext());
    return endpoint;
  }

  function growing({ workspaceId, id: endpointId }: Endpoint, shards: number) {
    return { workspaceId, endpointId, shards };
  }

  async function readAll({ workspaceId, id }: Endpoint) {
    const [endpoint, target, directory] = await Promise.all([
      fixture.endpoints.find(workspaceId, id),
      fixture.endpoints.readTarget(id),
      fixture.endpoints.readDirectory(workspaceId),
    ]);
    return { endpoint, target, entry: directory.find((each) => each.endpointId === id) };
  }

  describe('grow', () => {
    it('changes the number in the endpoint, its delivery target and the directory, and nothing else', async () => {
      const endpoint = await created();
      const before = await readAll(endpoint);

      expect(await fixture.shards.grow(growing(endpoint, 1), 2)).toBe(true);
      expect(await readAll(endpoint)).toEqual({
        endpoint: { ...before.endpoint, shards: 2 },
        target: { ...before.target, shards: 2 },
        entry: { ...before.entry, shards: 2 },
      });
    });

    it('does not grow twice from one number, however often an old event shows it', async () => {
      const endpoint = await created();
      const results = await Promise.all(
        Array.from({ length: 8 }, () => fixture.shards.grow(growing(endpoint, 1), 2)),
      );
      await fixture.shards.grow(growing(endpoint, 2), 4);

      expect(results.filter(Boolean).length).toBeLessThanOrEqual(1);
      expect(await fixture.shards.grow(growing(endpoint, 1), 2)).toBe(false);
      const { endpoint: found, target, entry } = await readAll(endpoint);
      expect(new Set([found?.shards, target?.shards, entry?.shards]).size).toBe(1);
    });

    it('leaves a deleted endpoint deleted', async () => {
      const endpoint = await created();
      await fixture.endpoints.remove(endpoint, aContext());

      expect(await fixture.shards.grow(growing(endpoint, 1), 2)).toBe(false);
      const { endpoint: found, target, entry } = await readAll(endpoint);
      expect([found, target?.deleted, entry]).toEqual([undefined, true, undefined]);
    });
  });

  describe('an edit that was prepared before the growth', () => {
    it.each<[string, (before: Endpoint) => Promise<void>]>([
      ['an edit', (before) => fixture.endpoints.save(before, anEdit(before, { enabled: true }), aContext())],
      ['a rename', (before) => fixture.endpoints.save(before, anEdit(before, { name: 'New' }), aContext())],
      [
        'a rotation',
        (before) => {
          const after = rotateSecret(before, { sealed: 'new', hint: 'wxyz' }, true, secondsAfterNow(1));
          return fixture.rotations.saveSecrets(before, after, aContext());
        },
      ],
      ['a deletion', (before) => fixture.endpoints.remove(before, aContext())],
    ])('%s is a concurrent update, and the number does not shrink', async (_, write) => {
      const endpoint = await created();
      await fixture.shards.grow(growing(endpoint, 1), 2);

      await expect(write(endpoint)).rejects.toThrow(ConcurrentUpdateError);
      await write({ ...endpoint, shards: 2 });
      const { endpoint: found, target, entry } = await readAll(endpoint);
      expect([found?.shards ?? 2, target?.shards, entry?.shards ?? 2]).toEqual([2, 2, 2]);
    });
  });

  describe('the deliveries of an endpoint that grows from 1 to 8 shards', () => {
    /** Deliveries of events that were matched with 1, 2, 4 and 8 shards, in the order of their ids. */
    function grownDeliveries(endpointId: string, each: number): Delivery[] {
      return [1, 2, 4, 8].flatMap((shards, era) =>
        Array.from({ length: each }, (_, index) => {
          const createdAt = secondsAfterNow(era * each + index);
          const eventId = newId(createdAt);
          const id = deliveryIdFor({ id: eventId, recordedAt: createdAt }, endpointId);
          return aDelivery({ id, endpointId, eventId, createdAt, shard: shardOfDelivery(id, shards) });
        }),
      );
    }

    it.each(['asc', 'desc'] as const)(
      'are listed %s, complete and each once, on pages of any size that are read while it grows',
      async (order) => {
        const { id } = await created();
        const deliveries = grownDeliveries(id, 15);
        for (const delivery of deliveries) await fixture.deliveries.settle(delivery, aRetry());
        for (const limit of [1, 7, 25]) {
          const seen: string[] = [];
          let shards = 8;
          for (let after: string | undefined; ;) {
            const page = await fixture.deliveries.list(deliveriesOf(id, shards), { order, limit, after });
            seen.push(...page.map((delivery) => delivery.id));
            after = page.at(-1)?.id;
            shards = 16;
            if (page.length < limit) break;
          }
          const ids = deliveries.map((delivery) => delivery.id);

          expect(seen).toEqual(order === 'asc' ? ids : ids.toReversed());
        }
      },
    );

    it('are found by their ids', async () => {
      const { id } = await created();
      const deliveries = grownDeliveries(id, 5);
      for (const delivery of deliveries) await fixture.deliveries.settle(delivery, aRetry());

      for (const delivery of deliveries)
        expect(await fixture.deliveries.find(deliveriesOf(id, 8), delivery.id)).toMatchObject({
          id: delivery.id,
          shard: delivery.shard,
        });
      expect(await fixture.deliveries.find(deliveriesOf(id, 8), newId(NOW))).toBeUndefined();
      expect(await fixture.deliveries.find(deliveriesOf(id, 8), 'no-id')).toBeUndefined();
    });

    it('have one record each, whichever number of shards the endpoint has when an attempt is recorded again', async () => {
      const { id } = await created();
      const delivery = grownDeliveries(id, 1).at(-1) ?? expect.unreachable();
      await fixture.deliveries.recordAttempt(delivery, anAttempt(), aRetry(), true);
      await fixture.deliveries.recordAttempt(delivery, anAttempt(), aRetry(), true);

      const listed = await fixture.deliveries.list(deliveriesOf(id, 16), { order: 'asc', limit: 10 });
      expect(listed).toHaveLength(1);
      expect(listed[0]?.attempts).toHaveLength(1);
    });

    it('are released oldest first over all shards, in pages', async () => {
      const { id } = await created();
      const deliveries = grownDeliveries(id, 8);
      for (const delivery of deliveries) await fixture.deferred.defer(delivery, 1, UNTIL, NOW);
      const seen: string[] = [];
      for (let after: string | null = null; ;) {
        const page: Awaited<ReturnType<typeof fixture.deferred.list>> = await fixture.deferred.list(
          deliveriesOf(id, 8),
          { after, limit: 10 },
        );
        seen.push(...page.deferred.map((delivery) => delivery.id));
        if (page.next === null) break;
        after = page.next;
      }

      expect(seen).toEqual(deliveries.map((delivery) => delivery.id));
    });

    it('have resends that are found, linked, superseded and redacted in the shard of the original', async () => {
      const endpoint = await created();
      for (const original of grownDeliveries(endpoint.id, 3)) {
        await fixture.deliveries.settle(original, aRetry());
        const resend = planResend(original, { ...endpoint, shards: 8 }, newId(secondsAfterNow(99)), NOW);
        await fixture.requests.requestResend(resend, original, resendJob(resend, original), aContext());
        await fixture.deliveries.supersede(original, resend.id, NOW);

        const { id } = endpoint;
        expect(await fixture.deliveries.find(deliveriesOf(id, 8), resend.id)).toMatchObject({
          resendOf: original.id,
        });
        expect(await fixture.deliveries.find(deliveriesOf(id, 8), original.id)).toMatchObject({
          state: 'cancelled',
          lastResendId: resend.id,
          deliveredBy: resend.id,
        });
        const erasure = anErasure({ createdAt: secondsAfterNow(200) });
        expect(await fixture.erasures.redactDelivery(erasure, original)).toEqual([resend.id]);
        await fixture.erasures.redactDelivery(erasure, { ...original, id: resend.id });
        const redacted = await fixture.deliveries.find(deliveriesOf(id, 8), resend.id);
        expect(redacted?.payloadExpiresAt).toEqual(secondsAfterNow(200));
      }
    });

    it('are claimed by the sweep in the partition that they have', async () => {
      const { id } = await created();
      const at = secondsAfterNow(600);
      const planned = grownDeliveries(id, 2).map((delivery) => ({ ...delivery, nextAttemptAt: at }));

      expect(await fixture.sweep.findAbsent(planned)).toEqual(planned);
      for (const delivery of planned)
        await fixture.deliveries.settle(delivery, aRetry({ nextAttemptAt: at }));
      expect(await fixture.sweep.findAbsent(planned)).toEqual([]);
      const claimed = new Set<string>();
      for (let shard = 0; shard < 16; shard += 1)
        for (const due of await readPages(fixture.sweep.readDue({ minute: at, shard }))) {
          if (due.endpointId !== id) continue;
          const delivery = await fixture.sweep.claimDue(due, secondsAfterNow(1200));
          if (delivery) claimed.add(`${delivery.id} ${delivery.shard}`);
        }
      expect(claimed).toEqual(new Set(planned.map((delivery) => `${delivery.id} ${delivery.shard}`)));
    });
  });
});
