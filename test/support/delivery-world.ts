import type { Delivery } from '#shared/domain/delivery/delivery.ts';
import type { DeliveryJob } from '#shared/domain/delivery/delivery-job.ts';
import type { Endpoint } from '#shared/domain/endpoints/endpoint.ts';
import { planDeliveries } from '#shared/domain/events/plan-deliveries.ts';
import type { WebhookSender } from '#shared/domain/ports/webhook-sender.ts';
import { createKmsSecretBox } from '#shared/runtime/kms-secret-box.ts';
import { deliveryIdFor } from '#shared/runtime/ids.ts';
import { aContext, anEndpoint, anEvent, foundWorkspaceIn } from './builders.ts';
import { type LocalCloud, MOST_RECEIVES, SECRET_KEY, VISIBILITY_SECONDS } from './local-cloud.ts';
import { queueEvent } from './queue-event.ts';
import { wireDeliverWebhook } from './wired-deliver-webhook.ts';

/** Wakes of one delivery, deferred ones included, beyond which it goes in circles. */
const MOST_WAKES = 40;

/** Time passes in such steps while only a schedule is left. */
const SCHEDULE_STEP_SECONDS = 1800;

/** Seals a signing secret for an endpoint as `create-endpoint` does. */
export function sealFor({ clients, clock }: LocalCloud, { id, workspaceId }: Endpoint, secret: string) {
  const context = { purpose: 'signing', workspace: workspaceId, subject: id } as const;
  return createKmsSecretBox(clients.kms, SECRET_KEY, clock).seal(secret, context);
}

/** Stores an enabled endpoint with a sealed secret. */
export async function anEnabledEndpoint(cloud: LocalCloud): Promise<Endpoint> {
  const { owned } = await foundWorkspaceIn(cloud.stores.workspaces);
  const blank = anEndpoint({ ...owned, enabled: true });
  const current = await sealFor(cloud, blank, 'whsec_Y3VycmVudA==');
  const endpoint = { ...blank, secrets: { current, hint: 'abcd', previous: null } };
  await cloud.stores.endpoints.create(endpoint, aContext());
  return endpoint;
}

/** Records an event now that matches the endpoint; gives the first message of its delivery. */
export async function anEventFor(
  cloud: LocalCloud,
  endpoint: Endpoint,
  body = '{"id":"x"}',
): Promise<DeliveryJob> {
  const { id: endpointId, settingsVersion, workspaceId } = endpoint;
  const matches = [{ endpointId, settingsVersion }];
  const event = anEvent({ workspaceId, matches, body, recordedAt: cloud.clock() });
  await cloud.stores.events.record(event, aContext(), undefined);
  const [job] = planDeliveries(event, deliveryIdFor);
  if (!job) throw new Error('The event matches nothing');
  return job;
}

/** The delivery of a message as stored. */
export function stored(cloud: LocalCloud, job: DeliveryJob): Promise<Delivery | undefined> {
  return cloud.stores.deliveries.find(job.endpoint_id, job.delivery_id);
}

/**
 * Hands one message over as often as it takes, each time to a new instance: again after its visibility timeout if the run
 * failed or died. @throws Error when it would be a dead letter
 */
export async function handle(cloud: LocalCloud, sender: WebhookSender, job: DeliveryJob): Promise<void> {
  for (let receive = 1; receive <= MOST_RECEIVES; receive += 1) {
    const { batchItemFailures } = await wireDeliverWebhook(cloud, sender)(queueEvent(job, receive));
    const died = cloud.power.isCut();
    if (died) cloud.power.restore();
    else if (batchItemFailures.length === 0) return;
    cloud.clock.advance(VISIBILITY_SECONDS);
  }
  throw new Error('The message is a dead letter');
}

/** Handles a message and everything that it leads to, each at its time, until nothing is planned any more. */
export async function seeThrough(
  cloud: LocalCloud,
  sender: WebhookSender,
  first: DeliveryJob,
): Promise<void> {
  let due: DeliveryJob[] = [first];
  for (let wakes = 0; due.length > 0; due = await nextDue(cloud, first)) {
    for (const job of due.toSorted((a, b) => a.due_at - b.due_at)) {
      wakes += 1;
      if (wakes > MOST_WAKES) throw new Error('The delivery goes in circles');
      const early = job.due_at - cloud.clock().getTime();
      if (early > 0) cloud.clock.advance(early / 1000);
      await handle(cloud, sender, job);
    }
  }
}

async function nextDue(cloud: LocalCloud, first: DeliveryJob): Promise<DeliveryJob[]> {
  while (cloud.queued().length === 0 && (await cloud.schedulesOf(first)).length > 0) {
    cloud.clock.advance(SCHEDULE_STEP_SECONDS);
    await cloud.fireSchedules();
  }
  const jobs = cloud.queued();
  cloud.emptyQueues();
  return jobs;
}
