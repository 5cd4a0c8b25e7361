import type { AwsClients } from '#packages/lean-aws-client/aws-clients.ts';
import { createAddressGuard } from '#shared/platform/network/address-guard.ts';
import { queueConsumer } from '#shared/platform/queues/queue-consumer.ts';
import type { ConsumerRuntime } from '#shared/platform/runtime/consumer-runtime.ts';
import { createKmsSecretBox } from '#shared/platform/runtime/kms-secret-box.ts';
import { NO_SENDER } from '#shared/platform/runtime/mail/notification-sender.ts';
import { createTable } from '#shared/platform/store/table.ts';
import { createSesMailSender } from '#shared/webhooks/adapters/ses-mail-sender.ts';
import { createSqsNotificationQueue } from '#shared/webhooks/adapters/sqs-notification-queue.ts';
import { notificationMessageSchema } from '#shared/webhooks/domain/notification-message.ts';
import { createWebhookSender } from '#shared/webhooks/sending/webhook-sender.ts';
import { createDynamoEndpointReader } from '#shared/webhooks/store/dynamo-endpoint-store.ts';
import { createDynamoNotificationLog } from '#shared/webhooks/store/dynamo-notification-log.ts';
import { createDynamoNotificationTargetReader } from '#shared/webhooks/store/dynamo-notification-targets.ts';
import type { Env } from './env.ts';
import { createHandler, type Dependencies } from './handler.ts';

type Ports = Omit<Dependencies, keyof ConsumerRuntime | 'retryDelays' | 'delayLimit'>;

export function createPorts(
  { dynamo, sqs, kms }: Pick<AwsClients, 'dynamo' | 'sqs' | 'kms'>,
  env: Env,
  { clock }: Pick<ConsumerRuntime, 'clock'>,
): Ports {
  const core = createTable(dynamo, env.CORE_TABLE);
  const guard = createAddressGuard({ allowedHosts: env.WEBHOOK_ALLOWED_HOSTS, apiHosts: env.API_HOSTS });
  return {
    notificationTargets: createDynamoNotificationTargetReader(core),
    endpoints: createDynamoEndpointReader(core),
    notifications: createDynamoNotificationLog(createTable(dynamo, env.DELIVERY_TABLE)),
    queue: createSqsNotificationQueue(sqs, env.NOTIFICATION_QUEUE_URL),
    secrets: createKmsSecretBox(kms, env.SECRET_KEY_ID, clock),
    sender: createWebhookSender({ guard }),
    mailer: env.NOTIFICATION_SENDER === NO_SENDER ? undefined : createSesMailSender(env),
  };
}

export function createConsumer(
  ports: Ports,
  { clock, random, log }: Pick<ConsumerRuntime, 'clock' | 'random' | 'log'>,
  env: Pick<Env, 'RETRY_DELAYS' | 'QUEUE_DELAY_LIMIT'>,
) {
  const { RETRY_DELAYS: retryDelays, QUEUE_DELAY_LIMIT: delayLimit } = env;
  const send = createHandler({ ...ports, retryDelays, delayLimit, clock, random, log });
  return queueConsumer(notificationMessageSchema, log, send, ({ workspaceId, observed }) => ({
    workspace_id: workspaceId,
    observed,
  }));
}
