import type { Operation } from '#shared/platform/http/operation.ts';
import { operation as answerNotificationMail } from './answer-notification-mail/operation.ts';
import { operation as createEndpoint } from './create-endpoint/operation.ts';
import { operation as createNotificationTarget } from './create-notification-target/operation.ts';
import { operation as deleteEndpoint } from './delete-endpoint/operation.ts';
import { operation as deleteNotificationTarget } from './delete-notification-target/operation.ts';
import { operation as enableEndpoint } from './enable-endpoint/operation.ts';
import { operation as getDelivery } from './get-delivery/operation.ts';
import { operation as getEndpointMetrics } from './get-endpoint-metrics/operation.ts';
import { operation as getEndpoint } from './get-endpoint/operation.ts';
import { operation as getEvent } from './get-event/operation.ts';
import { operation as getNotificationTarget } from './get-notification-target/operation.ts';
import { operation as getRecovery } from './get-recovery/operation.ts';
import { operation as getSigningKeys } from './get-signing-keys/operation.ts';
import { operation as getWorkspaceMetrics } from './get-workspace-metrics/operation.ts';
import { operation as listAvailableEvents } from './list-available-events/operation.ts';
import { operation as listDeliveries } from './list-deliveries/operation.ts';
import { operation as listEndpoints } from './list-endpoints/operation.ts';
import { operation as listEvents } from './list-events/operation.ts';
import { operation as listNotificationTargets } from './list-notification-targets/operation.ts';
import { operation as listNotifications } from './list-notifications/operation.ts';
import { operation as listWorkspaceDeliveries } from './list-workspace-deliveries/operation.ts';
import { operation as pauseEndpoint } from './pause-endpoint/operation.ts';
import { operation as previewEndpoint } from './preview-endpoint/operation.ts';
import { operation as readEventFeed } from './read-event-feed/operation.ts';
import { operation as recoverEndpoint } from './recover-endpoint/operation.ts';
import { operation as resendConfirmation } from './resend-confirmation/operation.ts';
import { operation as resendDelivery } from './resend-delivery/operation.ts';
import { operation as rotateNotificationSecret } from './rotate-notification-secret/operation.ts';
import { operation as rotateSecret } from './rotate-secret/operation.ts';
import { operation as sendTestEvent } from './send-test-event/operation.ts';
import { operation as sendTestNotification } from './send-test-notification/operation.ts';
import { operation as takeOverEndpoint } from './take-over-endpoint/operation.ts';
import { operation as updateEndpoint } from './update-endpoint/operation.ts';
import { operation as updateNotificationTarget } from './update-notification-target/operation.ts';

export const WEBHOOKS_OPERATIONS: readonly Operation[] = [
  listAvailableEvents,
  previewEndpoint,
  createEndpoint,
  listEndpoints,
  getEndpoint,
  updateEndpoint,
  enableEndpoint,
  pauseEndpoint,
  takeOverEndpoint,
  deleteEndpoint,
  rotateSecret,
  getSigningKeys,
  sendTestEvent,
  listWorkspaceDeliveries,
  listDeliveries,
  getDelivery,
  getWorkspaceMetrics,
  getEndpointMetrics,
  resendDelivery,
  recoverEndpoint,
  getRecovery,
  listEvents,
  getEvent,
  readEventFeed,
  createNotificationTarget,
  listNotificationTargets,
  getNotificationTarget,
  updateNotificationTarget,
  deleteNotificationTarget,
  rotateNotificationSecret,
  sendTestNotification,
  resendConfirmation,
  listNotifications,
  answerNotificationMail,
];
