import { describe, expect, it } from 'vitest';
import { findEvent } from '#shared/events/catalogue/event-catalogue.ts';
import { matchEndpoints } from '#shared/events/recording/match-endpoints.ts';
import { deliveryIdFor } from '#shared/platform/runtime/ids.ts';
import { type DeliveryJob, planDeliveries } from '#shared/webhooks/domain/delivery-message.ts';
import { shownState } from '#shared/webhooks/domain/delivery.ts';
import type { Endpoint } from '#shared/webhooks/domain/endpoint.ts';
import { requireResendable } from '#shared/webhooks/domain/plan-resend.ts';
import type { WebhookSender } from '#shared/webhooks/ports/webhook-sender.ts';
import { anEvent } from '#test/support/builders/events/event-builders.ts';
import { aContext, anOperatorContext } from '#test/support/builders/platform/command-builders.ts';
import { deliveriesOf } from '#test/support/builders/webhooks/delivery-builders.ts';
import { anEdit, anEndpoint } from '#test/support/builders/webhooks/endpoint-builders.ts';
import { aMember, createWorkspaceIn } from '#test/support/builders/workspaces/workspace-builders.ts';
import { createMemorySecretBox } from '#test/support/fakes/platform/memory-secret-box.ts';
import { createMemoryDeliveryQueue } from '#test/support/fakes/webhooks/memory-delivery-queue.ts';
import { createMemoryReleaseQueue } from '#test/support/fakes/webhooks/memory-release-queue.ts';
import { createMemoryRetryPlanner } from '#test/support/fakes/webhooks/memory-retry-planner.ts';
import { createScriptedSender } from '#test/support/fakes/webhooks/scripted-sender.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';
import {
  createDynamoFixture,
  type PlatformFixture,
} from '#test/support/fixtures/platform/platform-fixture.ts';
import { createRecordingLog } from '#test/support/fixtures/platform/recording-log.ts';
import { startEmulator } from '#test/support/fixtures/platform/stacks/emulator.ts';
import { createTestClock } from '#test/support/fixtures/platform/test-clock.ts';
import { createTestTimers } from '#test/support/fixtures/platform/test-timers.ts';
import { createMessageDeliverer } from '#test/support/fixtures/webhooks/deliver-message.ts';
import { BREAKER, SECRETS } from '#test/support/fixtures/webhooks/delivery-fixture.ts';

const QUEUED = 200;

const emulator = forAllTests(startEmulator, 'stop');
const fixture = forAllTests(() => createDynamoFixture(emulator.core, emulator.deliveries));
describe('an admin who is removed in the middle of 200 queued deliveries', () => {
  it('gets no request whose read of the endpoint began after the response to the removal; the rest is held', async () => {
    const { admin, endpoint, grace, secrets } = await setUp();
    const jobs = await ingest(endpoint, QUEUED);
    let isRemoving = false;
    let isAnswered = false;
    let requests = 0;
    const late: string[] = [];

    // Ten at a time, as in a batch of the queue.
    const waiting = [...jobs];
    const pollers = Array.from({ length: 10 }, async () => {
      for (let job = waiting.shift(); job; job = waiting.shift()) {
        const { deliveryId } = job;
        let readAfter = false;
        const deliver = delivererOf(secrets, {
          readTarget: async (id) => {
            readAfter = isAnswered;
            return fixture.endpoints.readTarget(id);
          },
          async send(request) {
            requests += 1;
            if (readAfter) late.push(deliveryId);
            return createScriptedSender(200).send(request);
          },
        });
        await deliver(job);
        if (waiting.length <= QUEUED / 2 && !isRemoving) await removeGrace();
      }
    });
    async function removeGrace(): Promise<void> {
      isRemoving = true;
      const current = await fixture.workspaces.findMember(grace.workspaceId, grace.id);
      if (current) await fixture.members.remove(current, anOperatorContext());
      isAnswered = true;
    }
    await Promise.all(pollers);

    expect(late).toEqual([]);
    const states = await statesOf(endpoint, jobs);
    expect(states.filter((state) => state === 'succeeded')).toHaveLength(requests);
    expect(states.filter((state) => state === 'held')).toHaveLength(QUEUED - requests);
    expect(requests).toBeGreaterThanOrEqual(QUEUED / 2 - 10);
    expect(requests).toBeLessThan(QUEUED);

    // New events are matched, and their deliveries are held when their messages arrive.
    const [during] = await ingest(endpoint, 1);
    if (!during) throw new Error('A suspended endpoint matches events');
    await delivererOf(secrets)(during);
    expect(await statesOf(endpoint, [during])).toEqual(['held']);

    // Another admin takes over: held deliveries are cancelled and can be resent, later events are delivered.
    const suspended = await found(endpoint);
    const takenOverBy = { id: admin.id, name: admin.name };
    await fixture.endpoints.save(suspended, anEdit(suspended, { takenOverBy }), aContext());
    const resumed = await found(endpoint);
    const held = await fixture.deliveries.find(deliveriesOf(endpoint.id), during.deliveryId);
    if (!held) throw new Error('The delivery is gone');
    expect(shownState(held, resumed)).toEqual({ state: 'cancelled', reason: 'endpoint_edited' });
    expect(() => requireResendable(held, resumed, held.createdAt)).not.toThrow();
    const [after] = await ingest(endpoint, 1);
    if (!after) throw new Error('The endpoint matches nothing');
    await delivererOf(secrets)(after);
    expect(await statesOf(endpoint, [after])).toEqual(['succeeded']);
  });
});

async function setUp() {
  const { workspaceId, admin } = await createWorkspaceIn(fixture.workspaces);
  const grace = aMember({ workspaceId, email: 'grace@example.com' });
  await fixture.members.create(grace, anOperatorContext());
  const blank = anEndpoint({ workspaceId, responsibleMember: grace, enabled: true });
  const secrets = createMemorySecretBox();
  const context = { purpose: 'signing', workspace: workspaceId, subject: blank.id } as const;
  const current = await secrets.seal(SECRETS.current, context);
  const endpoint = { ...blank, secrets: { current, hint: 'abcd', previous: null } };
  await fixture.endpoints.create(endpoint, aContext());
  return { admin, endpoint, grace, secrets };
}

/** Events matched with the settings at the time of recording. */
async function ingest({ workspaceId }: Endpoint, count: number): Promise<DeliveryJob[]> {
  const event = findEvent('salesbot.store.order_paid');
  if (!event) throw new Error('The catalogue has lost an event');
  const { matches } = matchEndpoints(await fixture.endpoints.readDirectory(workspaceId), {
    event,
    channel: undefined,
    data: {},
  });
  const events = Array.from({ length: count }, () => anEvent({ workspaceId, matches }));
  return events.flatMap((each) => planDeliveries(each, deliveryIdFor));
}

async function found({ workspaceId, id }: Endpoint): Promise<Endpoint> {
  const endpoint = await fixture.endpoints.find(workspaceId, id);
  if (!endpoint) throw new Error('The endpoint is gone');
  return endpoint;
}

function statesOf({ id }: Endpoint, jobs: readonly DeliveryJob[]) {
  return Promise.all(
    jobs.map(async ({ deliveryId }) => (await fixture.deliveries.find(deliveriesOf(id), deliveryId))?.state),
  );
}

type Watch = {
  readonly readTarget?: PlatformFixture['endpoints']['readTarget'];
  readonly send?: WebhookSender['send'];
};

/** `deliver-webhook` over the emulator, with recorded reads and requests. */
function delivererOf(secrets: ReturnType<typeof createMemorySecretBox>, watch: Watch = {}) {
  const clock = createTestClock();
  const log = createRecordingLog();
  const send = watch.send ?? createScriptedSender(200).send;
  return createMessageDeliverer({
    ...fixture,
    ...BREAKER,
    endpoints: { readTarget: watch.readTarget ?? fixture.endpoints.readTarget },
    slowLane: createMemoryDeliveryQueue(),
    releases: createMemoryReleaseQueue(),
    planner: createMemoryRetryPlanner(createMemoryDeliveryQueue(), 900),
    secrets,
    sender: { send },
    retryDelays: [10],
    clock,
    random: () => 0.5,
    after: createTestTimers().after,
    log,
  });
}
