import { describe, expect, it } from 'vitest';
import { findEvent } from '#shared/events/catalogue/event-catalogue.ts';
import { buildEvent } from '#shared/events/recording/build-event.ts';
import { WORKSPACE_FILTER_BYTES } from '#shared/events/subscriptions/subscription-filters.ts';
import type { Subscription } from '#shared/events/subscriptions/subscription.ts';
import { PlatformError } from '#shared/platform/core/errors.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import { directoryKeys } from '#shared/platform/store/keys.ts';
import { admit } from '#shared/webhooks/domain/admit.ts';
import { planDeliveries } from '#shared/webhooks/domain/delivery-message.ts';
import type { Endpoint } from '#shared/webhooks/domain/endpoint.ts';
import { aContext, NOW, secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { anEdit, anEndpoint } from '#test/support/builders/webhooks/endpoint-builders.ts';
import { createWorkspaceIn } from '#test/support/builders/workspaces/workspace-builders.ts';
import { emulatedStores } from '#test/support/fixtures/platform/platform-fixture.ts';

const { emulator, fixture } = emulatedStores();

const PAID = 'salesbot.store.order_paid' as const;
const event = findEvent(PAID) ?? expect.unreachable();

/** A filter that only orders with this total match. */
function only(total: number): Subscription[] {
  return [{ event: PAID, channel: 'all', filter: { 'order.total': { $eq: String(total) } } }];
}

/** A filter of about 1,000 bytes. */
function large(index: number): Subscription[] {
  const values = Array.from({ length: 20 }, (_, each) => `${index}-${each}`.padEnd(46, 'x'));
  return [{ event: PAID, channel: 'all', filter: { 'order.number': { $in: values } } }];
}

async function created(overrides: Partial<Endpoint>) {
  const { owned, workspaceId } = await createWorkspaceIn(fixture.workspaces);
  const endpoint = anEndpoint({ ...owned, enabled: true, ...overrides });
  await fixture.endpoints.create(endpoint, aContext());
  return { endpoint, owned, workspaceId };
}

const bytesIn = (workspaceId: string) =>
  Promise.all(
    directoryKeys(workspaceId).map(async (key) => (await emulator.core.get(key))?.['filterBytes'] ?? 0),
  );

describe('events that are recorded while a filter is edited', () => {
  it('are matched with the filter of the settings version that they store, and are delivered only if they match it', async () => {
    const totals = [0, 1, 2, 3, 4, 5, 6, 7];
    const { endpoint: first, workspaceId } = await created({ subscriptions: only(0) });
    const totalOf = new Map([[first.settingsVersion, 0]]);
    let current = first;

    const editing = (async () => {
      for (const total of totals.slice(1)) {
        const edit = anEdit(current, { subscriptions: only(total) }, secondsAfterNow(total));
        await fixture.endpoints.save(current, edit, aContext());
        current = edit.endpoint;
        totalOf.set(current.settingsVersion, total);
      }
    })();
    const recording = totals.map(async (total) => {
      const recorded = [];
      for (let each = 0; each < 25; each += 1) {
        const directory = await fixture.endpoints.readDirectory(workspaceId);
        const data = { order: { id: newId(NOW), total: String(total) } };
        const occurrence = { event, workspaceId, occurredAt: NOW, data };
        const built = buildEvent(occurrence, { id: newId(NOW), now: NOW, directory, correlationId: 'r' });
        recorded.push({ total, event: built });
      }
      return recorded;
    });
    const [all] = await Promise.all([Promise.all(recording).then((each) => each.flat()), editing]);

    expect(current.settingsVersion).toBe(first.settingsVersion + totals.length - 1);
    const matched = all.filter((each) => each.event.matches.length > 0);
    expect(matched.length).toBeGreaterThan(0);
    expect(matched.map(({ total }) => total)).toEqual(
      matched.map(({ event: { matches } }) => totalOf.get(matches[0]?.settingsVersion ?? 0)),
    );
    for (const { event: recorded } of all.filter((each) => each.event.matches.length === 0))
      expect(recorded.filteredOut).toEqual([first.id]);

    // What was queued with an earlier filter is cancelled and not sent.
    const target = await fixture.endpoints.readTarget(first.id);
    const jobs = matched.flatMap(({ event: recorded }) => planDeliveries(recorded, () => newId(NOW)));
    const sent = jobs.filter((job) => admit(job, target).kind === 'send');
    expect(sent.every(({ settingsVersion }) => settingsVersion === current.settingsVersion)).toBe(true);
  });
});

describe('the size of all filters of a workspace', () => {
  it('never exceeds the limit, however many edits race', async () => {
    const { owned, workspaceId } = await created({ subscriptions: large(0) });
    const endpoints = Array.from({ length: 20 }, () => anEndpoint(owned));
    for (const endpoint of endpoints) await fixture.endpoints.create(endpoint, aContext());
    const settled = await Promise.allSettled(
      endpoints.map((endpoint, index) =>
        fixture.endpoints.save(endpoint, anEdit(endpoint, { subscriptions: large(index) }), aContext()),
      ),
    );
    const codes = settled.flatMap((each) =>
      each.status === 'rejected' && each.reason instanceof PlatformError ? each.reason.code : [],
    );
    const [bytes, ...others] = await bytesIn(workspaceId);

    expect(codes).toContain('filter_limit_reached');
    expect(new Set(codes)).toEqual(new Set(['filter_limit_reached']));
    expect(bytes).toBeLessThanOrEqual(WORKSPACE_FILTER_BYTES);
    expect(bytes).toBeGreaterThan(WORKSPACE_FILTER_BYTES - 1100);
    expect(others.every((other) => other === bytes)).toBe(true);
  });

  it('shrinks with a filter that is removed or deleted, and not twice', async () => {
    const { endpoint, owned, workspaceId } = await created({ subscriptions: large(1) });
    const other = anEndpoint({ ...owned, subscriptions: only(1) });
    await fixture.endpoints.create(other, aContext());
    const [before] = await bytesIn(workspaceId);
    const edit = anEdit(other, { subscriptions: [{ event: PAID, channel: 'all' }] });
    await fixture.endpoints.save(other, edit, aContext());
    const [between] = await bytesIn(workspaceId);
    await fixture.endpoints.remove(endpoint, aContext());
    await fixture.endpoints.remove(edit.endpoint, aContext());

    expect(Number(before) - Number(between)).toBe(JSON.stringify(only(1)[0]?.filter).length);
    expect(await bytesIn(workspaceId)).toEqual(Array.from({ length: 8 }, () => 0));
  });

  it('is not part of a directory without filters', async () => {
    const { endpoint, workspaceId } = await created({});
    await fixture.endpoints.save(endpoint, anEdit(endpoint, { enabled: false }), aContext());
    const [key] = directoryKeys(workspaceId);
    const item = key && (await emulator.core.get(key));

    expect(item).not.toHaveProperty('filterBytes');
    expect(JSON.stringify(item)).not.toContain('filter');
  });
});
