import { randomUUID } from 'node:crypto';
import { createBlankPayloadsHandler } from '#functions/blank-payloads/handler.ts';
import type { RecordedEvent } from '#shared/domain/events/recorded-event.ts';
import type { Delivery } from '#shared/domain/delivery/delivery.ts';
import type { ErasureStore } from '#shared/domain/ports/erasure-store.ts';
import type { ErasureWalks } from '#shared/domain/ports/erasure-walks.ts';
import { hashContact } from '#shared/runtime/contact-hash.ts';
import { deliveryIdFor, newId } from '#shared/runtime/ids.ts';
import { aContext, aDelivery, anAttempt, anErasure, anEventAbout, aRetry } from './builders.ts';
import { createMemoryBench, type PlatformBench } from './platform-bench.ts';
import { createRecordingLog } from './recording-log.ts';
import { createTestClock } from './test-clock.ts';

/** What a receiver answered to the deliveries of this bench. */
export const EXCERPT = 'Ada is unknown here';

/** What is stored of an event once it is blanked. */
export const NOTHING = { body: '', excerpts: [] };

/** How long a request settles before it is carried on, in seconds. */
export const SETTLE = 15;

/** `blank-payloads` over given stores, on a clock of its own, and what it finds there. */
export function createErasureBench(platform: PlatformBench = createMemoryBench()) {
  const clock = createTestClock();
  const log = createRecordingLog();
  const state = { secondsLeft: () => 60 };
  const pauses: number[] = [];

  return {
    platform,
    clock,
    log,
    /** How long the function may still run, each time it asks. */
    state,
    /** How long walks paused, in milliseconds. */
    pauses,

    /** One run, now; over stores that fail where a test wants them to. */
    run(overrides: Partial<ErasureStore & ErasureWalks> = {}): Promise<void> {
      const erasures = { ...platform.erasures, ...overrides };
      const walks = { ...platform.erasureWalks, ...overrides };
      const pause = async (milliseconds: number) => void pauses.push(milliseconds);
      const context = { getRemainingTimeInMillis: () => state.secondsLeft() * 1000 };
      return createBlankPayloadsHandler({ erasures, walks, clock, pause, log })({}, context);
    },

    /** A request of a workspace to forget somebody, made now. */
    async ask(workspaceId: string, contactId: string) {
      const erasure = anErasure({ workspaceId, contact: hashContact(contactId), createdAt: clock() });
      await platform.erasures.create(erasure, aContext());
      return erasure;
    },

    /** An event about a contact that some endpoints were told of: each answered an error. */
    async tell(contactId: string, workspaceId: string, endpoints = 1, recordedAt = clock()) {
      const matches = Array.from({ length: endpoints }, () => ({
        endpointId: newId(clock()),
        settingsVersion: 1,
      }));
      const event = anEventAbout(contactId, { workspaceId, recordedAt, matches });
      await platform.events.record(event, aContext(), undefined);
      const deliveries: Delivery[] = [];
      for (const { endpointId } of matches) {
        const delivery = deliveryTo(event, endpointId);
        const attempt = anAttempt({ startedAt: clock(), responseText: EXCERPT });
        deliveries.push(await platform.deliveries.recordAttempt(delivery, attempt, aRetry()));
      }
      return { event, deliveries };
    },

    /** What is still stored of an event: its body, and excerpts of what receivers answered. */
    async storedOf({ event, deliveries }: { event: RecordedEvent; deliveries: readonly Delivery[] }) {
      const found = await Promise.all(
        deliveries.map(({ endpointId, id }) => platform.deliveries.find(endpointId, id)),
      );
      return {
        body: (await platform.events.find(event.id))?.body,
        excerpts: found.flatMap(
          (each) => each?.attempts.flatMap(({ responseText }) => responseText ?? []) ?? [],
        ),
      };
    },
  };
}

/** A young workspace with events about a contact, and a request to forget them that may be carried on. */
export async function askToForget(events = 3) {
  const bench = createErasureBench();
  const [workspaceId, contact] = [newId(bench.clock()), randomUUID()];
  const told: Awaited<ReturnType<typeof bench.tell>>[] = [];
  for (let made = 0; made < events; made += 1) {
    told.push(await bench.tell(contact, workspaceId, 2));
    bench.clock.advance(1);
  }
  const erasure = await bench.ask(workspaceId, contact);
  bench.clock.advance(SETTLE);
  const storedOfAll = () => Promise.all(told.map((each) => bench.storedOf(each)));
  const asked = () => bench.platform.erasures.find(workspaceId, erasure.id);
  return { ...bench, workspaceId, contact, told, erasure, storedOfAll, asked };
}

/** Time that is over after so many questions for it. */
export function runsOutAfter(most: number): () => number {
  let asks = 0;
  return () => {
    asks += 1;
    return asks <= most ? 60 : 10;
  };
}

function deliveryTo(event: RecordedEvent, endpointId: string): Delivery {
  return aDelivery({
    id: deliveryIdFor(event, endpointId),
    endpointId,
    eventId: event.id,
    workspaceId: event.workspaceId,
    createdAt: event.recordedAt,
  });
}
