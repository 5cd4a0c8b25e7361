import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromEventItem, toEventItem } from '#shared/events/store/event-items.ts';
import { deliveryIdFor, newId } from '#shared/platform/runtime/ids.ts';
import { planDeliveries, toDelivery, toDeliveryJob } from '#shared/webhooks/domain/delivery-message.ts';
import { shardOfDelivery, shardsToSearch, withShardOf } from '#shared/webhooks/domain/delivery-shards.ts';
import { planResend, resendJob } from '#shared/webhooks/domain/plan-resend.ts';
import { queryShards, type ShardRange } from '#shared/webhooks/store/query-shards.ts';
import { anEvent } from '#test/support/builders/events/event-builders.ts';
import { NOW } from '#test/support/builders/platform/command-builders.ts';
import { anEndpoint } from '#test/support/builders/webhooks/endpoint-builders.ts';
import { runs } from '#test/support/fixtures/platform/depth.ts';

const RUNS = { numRuns: runs(500) };

/** Numbers of shards of an endpoint over time: they only grow. */
const growth = fc.subarray([1, 2, 4, 8, 16], { minLength: 1 });

describe('the shard of a delivery', () => {
  it('is that of the number stored with the event, however much the endpoint grows before its dispatch', () => {
    fc.assert(
      fc.property(growth, fc.nat(100), (counts, dispatches) => {
        const [shards = 1] = counts;
        const endpoint = anEndpoint({ id: newId(NOW), shards: counts.at(-1) ?? 1 });
        const event = anEvent({ matches: [{ endpointId: endpoint.id, settingsVersion: 1, shards }] });
        const stored = fromEventItem(toEventItem(event));
        const planned = Array.from(
          { length: 1 + (dispatches % 3) },
          () => planDeliveries(stored, deliveryIdFor)[0],
        );
        const job = planned[0] ?? expect.unreachable();

        expect(job.shard).toBe(shardOfDelivery(job.deliveryId, shards));
        expect(new Set(planned.map((each) => each?.shard)).size).toBe(1);
        const delivery = toDelivery(job);
        expect(toDeliveryJob(delivery).shard).toBe(job.shard);
        const resend = planResend(delivery, endpoint, newId(NOW), NOW);
        const again = planResend(resend, endpoint, newId(NOW), NOW);
        for (const { id, shard } of [delivery, resend, again]) {
          expect(shard).toBe(job.shard);
          expect(shardsToSearch(id, endpoint.shards)).toContain(shard);
        }
        expect(resendJob(again, resend).shard).toBe(job.shard);
      }),
      RUNS,
    );
  });

  it('is found by its id among the shards of all numbers up to the current one, each searched once', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.integer({ min: 0, max: 4 }), fc.integer({ min: 0, max: 4 }), (id, a, b) => {
        const [before, now] = [2 ** Math.min(a, b), 2 ** Math.max(a, b)];
        const searched = shardsToSearch(id, now);

        expect(searched).toContain(shardOfDelivery(id, before));
        expect(new Set(searched).size).toBe(searched.length);
        expect(searched.length).toBeLessThanOrEqual(Math.max(a, b) + 1);
        expect(searched.every((shard) => shard >= 0 && shard < now)).toBe(true);
      }),
      RUNS,
    );
  });

  it('is the only one if the endpoint has never grown, also for an id that is no UUID', () => {
    fc.assert(
      fc.property(fc.string(), (id) => {
        expect(shardsToSearch(id, 1)).toEqual([0]);
      }),
    );
  });

  it('is that of the other id after withShardOf', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.uuid(), fc.constantFrom(1, 2, 4, 8, 16), (id, other, shards) => {
        expect(shardOfDelivery(withShardOf(id, other), shards)).toBe(shardOfDelivery(other, shards));
      }),
    );
  });
});

describe('queryShards', () => {
  type Row = { readonly key: string; readonly shard: number };

  /** Half of the rows are in the first shard, as those of the time before the growth. */
  const rows = fc
    .uniqueArray(fc.record({ at: fc.nat(400), shard: fc.oneof(fc.nat(15), fc.constant(0)) }), {
      selector: ({ at }) => at,
      minLength: 60,
      maxLength: 120,
    })
    .map((all) => all.map(({ at, shard }): Row => ({ key: String(at).padStart(3, '0'), shard })));

  function ordered(all: readonly Row[], { from, to, descending, limit }: ShardRange): Row[] {
    return all
      .filter(({ key }: Row) => key >= from && key <= to)
      .toSorted((a, b) => (a.key < b.key === descending ? 1 : -1))
      .slice(0, limit);
  }

  it('returns the first rows of the range in order, whatever the shards have', async () => {
    await fc.assert(
      fc.asyncProperty(
        rows,
        fc.constantFrom(1, 2, 4, 8, 16),
        fc.boolean(),
        fc.integer({ min: 1, max: 60 }),
        fc.nat(400),
        async (all, shards, descending, limit, start) => {
          const own = all.map((row) => ({ ...row, shard: row.shard % shards }));
          const edge = String(start).padStart(3, '0');
          const range = descending
            ? { from: '000', to: edge, descending, limit }
            : { from: edge, to: '999', descending, limit };
          const found = await queryShards(
            shards,
            range,
            ({ key }: Row) => key,
            async (shard, part) =>
              ordered(
                own.filter((row) => row.shard === shard),
                part,
              ),
          );

          expect(found).toEqual(ordered(own, range));
        },
      ),
      RUNS,
    );
  });

  it('is one query with the whole limit for one shard, and reads less than twice the limit for evenly filled shards', async () => {
    const all = Array.from({ length: 4000 }, (_, at): Row => ({
      key: String(at).padStart(4, '0'),
      shard: at % 16,
    }));
    const read = async (shards: number) => {
      const limits: number[] = [];
      const range = { from: '0', to: '9', descending: false, limit: 201 };
      await queryShards(
        shards,
        range,
        ({ key }: Row) => key,
        async (shard, part) => {
          limits.push(part.limit);
          return ordered(
            all.filter((row) => row.shard % shards === shard),
            part,
          );
        },
      );
      return limits;
    };

    expect(await read(1)).toEqual([201]);
    expect((await read(16)).reduce((sum, limit) => sum + limit, 0)).toBeLessThan(402);
  });
});
