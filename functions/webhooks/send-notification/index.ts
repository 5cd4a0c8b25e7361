import {
  type ConsumerProvisions,
  consumerEntry,
  queueMessages,
} from '#shared/platform/entry/consumer-entry.ts';
import { createSecrets } from '#shared/platform/entry/secrets.ts';
import { createAddressGuard } from '#shared/platform/network/address-guard.ts';
import { sqsClient } from '#shared/platform/runtime/aws-access.ts';
import { NONE } from '#shared/platform/runtime/provision-variables.ts';
import { createSesMailSender } from '#shared/webhooks/adapters/ses-mail-sender.ts';
import { createSqsNotificationQueue } from '#shared/webhooks/adapters/sqs-notification-queue.ts';
import { createWebhookSender } from '#shared/webhooks/sending/webhook-sender.ts';
import { createDynamoEndpointReader } from '#shared/webhooks/store/dynamo-endpoint-store.ts';
import { createDynamoNotificationLog } from '#shared/webhooks/store/dynamo-notification-log.ts';
import { createDynamoNotificationTargetReader } from '#shared/webhooks/store/dynamo-notification-targets.ts';
import { consumer } from './consumer.ts';
import { createHandler, type Dependencies } from './handler.ts';

/** `replaced` are ports of a test. */
export function build(provisions: ConsumerProvisions<typeof consumer>, replaced: Partial<Dependencies> = {}) {
  const { core, deliveries, aws, notificationKey, allowedHosts, apiHosts, apiOrigins } = provisions;
  const { notificationSender: sender, notificationConfigurationSet: configurationSet } = provisions;
  const { environment, retryDelays, queueDelayLimit: delayLimit, clock, random, log } = provisions;
  return createHandler({
    notificationTargets: createDynamoNotificationTargetReader(core),
    endpoints: createDynamoEndpointReader(core),
    notifications: createDynamoNotificationLog(deliveries),
    queue: createSqsNotificationQueue(sqsClient(aws), provisions.notificationQueue),
    secrets: createSecrets(notificationKey, clock),
    sender: createWebhookSender({ guard: createAddressGuard({ allowedHosts, apiHosts }) }),
    mailer: sender === NONE ? undefined : createSesMailSender({ sender, configurationSet }, environment),
    apiOrigins,
    retryDelays,
    delayLimit,
    clock,
    random,
    log,
    ...replaced,
  });
}

export const handler = consumerEntry(consumer, [queueMessages], build);
