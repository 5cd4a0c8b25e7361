import { describe, expect } from 'vitest';
import type { RecordedEvent } from '#shared/events/recording/recorded-event.ts';
import type { Subscription } from '#shared/events/subscriptions/subscription.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import { type EffectDependencies, readFilterEffect } from '#shared/webhooks/use-cases/filter-effect.ts';
import { aLogEntry, anEvent } from '#test/support/builders/events/event-builders.ts';
import { aPrincipal, secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { createMemoryEventLog } from '#test/support/fakes/events/memory-event-log.ts';
import { itWith } from '#test/support/fixtures/platform/it-with.ts';
import { createTestTimers } from '#test/support/fixtures/platform/test-timers.ts';

const it = itWith(setUp);

const PAID = 'salesbot.store.order_paid' as const;
const LARGE: Subscription = { event: PAID, channel: 'all', filter: { 'order.total': { $gte: '100' } } };

/** A log with orders, one a second, of which every tenth is large. */
async function setUp(count = 30) {
  const principal = aPrincipal();
  const { workspaceId } = principal;
  const eventLog = createMemoryEventLog();
  const events = new Map<string, RecordedEvent>();
  const timers = createTestTimers();
  const reads: number[] = [];

  async function add(seconds: number, total: string, overrides: Partial<RecordedEvent> = {}) {
    const recordedAt = secondsAfterNow(seconds);
    const body = JSON.stringify({ data: { order: { total } } });
    const event = anEvent({ id: newId(recordedAt), workspaceId, recordedAt, body, ...overrides });
    events.set(event.id, event);
    const { channel, test } = event;
    const entry = aLogEntry({ id: event.id, event: event.event, channel, test, matches: 0 });
    await eventLog.append(workspaceId, [entry], recordedAt);
    return event;
  }

  for (let index = 0; index < count; index += 1) await add(index, index % 10 === 0 ? '250.00' : '9.90');
  const deps: EffectDependencies = {
    eventLog,
    timer: timers.after,
    events: {
      async findAll(ids) {
        reads.push(ids.length);
        return ids.flatMap((id) => events.get(id) ?? []).toReversed();
      },
    },
  };
  const effect = (
    subscriptions: readonly Subscription[] = [LARGE],
    overrides: Partial<EffectDependencies> = {},
  ) => readFilterEffect({ ...deps, ...overrides }, subscriptions, { principal, now: secondsAfterNow(3600) });
  return { add, deps, effect, events, reads, timers };
}

describe('readFilterEffect', () => {
  it('compares events with the filter, newest first', async ({ effect }) => {
    const { compared, isComplete } = (await effect()) ?? expect.unreachable();

    expect(compared).toHaveLength(30);
    expect(compared.filter(({ isMatched }) => isMatched).map(({ recordedAt }) => recordedAt)).toEqual(
      [20, 10, 0].map((seconds) => secondsAfterNow(seconds)),
    );
    expect(compared[0]?.recordedAt).toEqual(secondsAfterNow(29));
    expect(isComplete).toBe(true);
  });

  it('reads nothing without a filter', async ({ effect, reads, timers }) => {
    expect(await effect([{ event: PAID, channel: 'all' }])).toBeUndefined();
    expect(reads).toEqual([]);
    expect(timers.waiting).toBe(0);
  });

  it('reads the newest 500 events in batches of 100', async () => {
    const { effect, reads, timers } = await setUp(520);
    const { compared, isComplete } = (await effect()) ?? expect.unreachable();

    expect(compared).toHaveLength(500);
    expect(compared.at(-1)?.recordedAt).toEqual(secondsAfterNow(20));
    expect(reads).toEqual([100, 100, 100, 100, 100]);
    expect(isComplete).toBe(true);
    expect(timers.waiting).toBe(0);
  });

  it('does not compare other events, other channels, test events, expired events and events of other workspaces', async () => {
    const { add, effect } = await setUp(0);
    const sms = { ...LARGE, channel: 'sms' as const };
    await add(1, '500', { event: 'salesbot.contact.created' });
    await add(2, '500', { channel: 'whatsapp' });
    await add(3, '500', { channel: 'sms', test: true });
    await add(4, '500', { channel: 'sms', body: '' });
    await add(5, '500', { channel: 'sms', workspaceId: aPrincipal().workspaceId });
    const { id } = await add(6, '500', { channel: 'sms' });

    expect(await effect([sms])).toEqual({
      compared: [{ id, event: PAID, recordedAt: secondsAfterNow(6), isMatched: true }],
      isComplete: true,
    });
  });

  it('reads only events of subscriptions with a filter, and compares them with all subscriptions', async () => {
    const { add, effect } = await setUp(0);
    await add(1, '5', { event: 'salesbot.contact.created' });
    await add(2, '5', { channel: 'sms' });
    await add(3, '5');
    const { compared } =
      (await effect([
        LARGE,
        { event: PAID, channel: 'sms' },
        { event: 'salesbot.contact.created', channel: 'all' },
      ])) ?? expect.unreachable();

    expect(compared.map(({ isMatched }) => isMatched)).toEqual([false, true]);
  });

  it('ends at its time limit with what it has compared', async () => {
    const { deps, effect, timers } = await setUp(250);
    const started = Promise.withResolvers<void>();
    let batches = 0;
    const slow: EffectDependencies['events'] = {
      async findAll(ids) {
        batches += 1;
        if (batches < 3) return deps.events.findAll(ids);
        started.resolve();
        return new Promise(() => undefined);
      },
    };
    const reading = effect([LARGE], { events: slow });
    await started.promise;
    expect(timers.waiting).toBe(1);
    timers.pass(2500);
    const { compared, isComplete } = (await reading) ?? expect.unreachable();

    expect(compared).toHaveLength(200);
    expect(isComplete).toBe(false);
  });

  it('starts no further read after its time limit', async () => {
    const { deps, effect, reads, timers } = await setUp(250);
    const passing: EffectDependencies['events'] = {
      async findAll(ids) {
        const found = await deps.events.findAll(ids);
        timers.pass(2500);
        return found;
      },
    };
    const { compared, isComplete } = (await effect([LARGE], { events: passing })) ?? expect.unreachable();

    expect(compared).toEqual([]);
    expect(isComplete).toBe(false);
    expect(reads).toEqual([100]);
  });

  it('rejects if the events cannot be read', async ({ effect, timers }) => {
    const events = { findAll: () => Promise.reject(new Error('The table is unavailable')) };

    await expect(effect([LARGE], { events })).rejects.toThrow('unavailable');
    expect(timers.waiting).toBe(0);
  });
});
