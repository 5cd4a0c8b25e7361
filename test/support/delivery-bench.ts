import { createDeliverWebhookHandler } from '#functions/deliver-webhook/handler.ts';
import { createEndpointBreaker } from '#functions/deliver-webhook/endpoint-breaker.ts';
import { createAttemptSender } from '#functions/deliver-webhook/send-attempt.ts';
import type { DeliveryJob } from '#shared/domain/delivery/delivery-job.ts';
import type { Endpoint } from '#shared/domain/endpoints/endpoint.ts';
import type { RecordedEvent } from '#shared/domain/events/recorded-event.ts';
import type { SendResult, WebhookRequest } from '#shared/domain/ports/webhook-sender.ts';
import { planDeliveries } from '#shared/domain/events/plan-deliveries.ts';
import { deliveryIdFor } from '#shared/runtime/ids.ts';
import { aContext, anEdit, anEndpoint, anEvent, foundWorkspaceIn } from './builders.ts';
import { createMemoryDeliveryQueue } from './memory-delivery-queue.ts';
import { createMemoryReleaseQueue } from './memory-release-queue.ts';
import { createMemoryRetryPlanner } from './memory-retry-planner.ts';
import { createMemorySecretBox } from './memory-secret-box.ts';
import { createMemoryBench } from './platform-bench.ts';
import { createRecordingLog } from './recording-log.ts';
import { createScriptedSender } from './scripted-sender.ts';
import { createTestClock } from './test-clock.ts';
import { createTestTimers } from './test-timers.ts';

/** Waits after attempts 1 to 5 in seconds (specification, Delivery behaviour 5). */
const RETRY_DELAYS = [10, 60, 300, 1800, 7200];
const QUEUE_DELAY_LIMIT = 900;

/** Settings of the circuit breaker on this bench. */
export const BREAKER = { parkSeconds: 840, probeSeconds: 30 };

/** The current and the previous signing secret of an endpoint on this bench. */
export const SECRETS = { current: 'whsec_Y3VycmVudA==', previous: 'whsec_cHJldmlvdXM=' };

/** `deliver-webhook` over the fakes; the receiver answers `script` in turn, then 200. */
export function createDeliveryBench(...script: readonly (number | SendResult)[]) {
  const platform = createMemoryBench();
  const queue = createMemoryDeliveryQueue();
  const planner = createMemoryRetryPlanner(queue, QUEUE_DELAY_LIMIT);
  const secrets = createMemorySecretBox();
  const clock = createTestClock();
  const log = createRecordingLog();
  const sender = createScriptedSender(...script);
  let inFlight: () => Promise<void> = async () => undefined;
  const slowLane = createMemoryDeliveryQueue();
  const releases = createMemoryReleaseQueue();
  const timers = createTestTimers();
  const breaker = createEndpointBreaker({
    health: platform.health,
    parked: platform.parked,
    slowLane,
    releases,
    ...BREAKER,
    clock,
    random: () => 0,
    after: timers.after,
    log,
  });
  const deliver = createDeliverWebhookHandler({
    endpoints: platform.endpoints,
    events: platform.events,
    deliveries: platform.deliveries,
    planner,
    sendAttempt: createAttemptSender(secrets, {
      async send(request: WebhookRequest) {
        const result = await sender.send(request);
        await inFlight();
        return result;
      },
    }),
    breaker,
    retryDelays: RETRY_DELAYS,
    clock,
    random: () => 0.5,
    log,
  });

  async function ingest(endpoint: Endpoint, overrides: Partial<RecordedEvent> = {}) {
    const matches = [{ endpointId: endpoint.id, settingsVersion: endpoint.settingsVersion }];
    const recordedAt = clock();
    const event = anEvent({ workspaceId: endpoint.workspaceId, recordedAt, matches, ...overrides });
    await platform.events.record(event, aContext(), undefined);
    const [job] = planDeliveries(event, deliveryIdFor);
    if (!job) throw new Error('The event matches nothing');
    return { event, job };
  }

  return {
    platform,
    queue,
    slowLane,
    releases,
    timers,
    planner,
    secrets,
    clock,
    log,
    sender,

    /** Runs the function with one message. */
    deliver: (job: DeliveryJob, receiveCount = 1) => deliver(job, { receiveCount }),

    /** Does something while each request is under way. */
    whileInFlight(act: () => Promise<void>) {
      inFlight = act;
    },

    /** An enabled endpoint, an event that matched it, and the first message of its delivery. */
    async prepare(options: { endpoint?: Partial<Endpoint>; event?: Partial<RecordedEvent> } = {}) {
      const { owned, workspaceId } = await foundWorkspaceIn(platform.workspaces);
      const blank = anEndpoint({ ...owned, enabled: true, ...options.endpoint });
      const context = { purpose: 'signing', workspace: workspaceId, subject: blank.id } as const;
      const sealed = await secrets.seal(SECRETS.current, context);
      const previous = blank.secrets.previous && {
        ...blank.secrets.previous,
        sealed: await secrets.seal(SECRETS.previous, context),
      };
      const endpoint = { ...blank, secrets: { current: sealed, hint: 'abcd', previous } };
      await platform.endpoints.create(endpoint, aContext());
      return { endpoint, ...(await ingest(endpoint, options.event)) };
    },

    /** Another event that matched an endpoint, and the first message of its delivery. */
    ingest,

    /** Edits an endpoint as its owner would. */
    edit: (endpoint: Endpoint, fields: Parameters<typeof anEdit>[1]) =>
      platform.endpoints.save(endpoint, anEdit(endpoint, fields), aContext()),

    /** What is known of an endpoint's health. */
    async healthOf(endpoint: Pick<Endpoint, 'id'>) {
      return (await platform.endpoints.readTarget(endpoint.id))?.health;
    },

    /** The delivery of a message as stored. */
    stored: (job: DeliveryJob) => platform.deliveries.find(job.endpoint_id, job.delivery_id),

    /** Everything that was planned or deferred so far, near and far. */
    planned: () => [...queue.sent, ...planner.schedules].map(({ job }) => job),
  };
}
