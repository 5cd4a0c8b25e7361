import type { Operation } from '#shared/platform/http/operation.ts';
import type { Consumer } from '#shared/platform/queues/consumer.ts';
import { AGENTS_OPERATIONS } from './agents/operations.ts';
import { API_DOCS_OPERATIONS } from './api-docs/operations.ts';
import { consumer as countVisits } from './biolinks/count-visits/consumer.ts';
import { consumer as deleteVisitorSalts } from './biolinks/delete-visitor-salts/consumer.ts';
import { BIOLINKS_OPERATIONS } from './biolinks/operations.ts';
import { BROADCASTS_OPERATIONS } from './broadcasts/operations.ts';
import { consumer as runBroadcast } from './broadcasts/run-broadcast/consumer.ts';
import { consumer as sendBroadcastMessages } from './broadcasts/send-broadcast-messages/consumer.ts';
import { EVENTS_OPERATIONS } from './events/operations.ts';
import { consumer as deliverMessage } from './messaging/deliver-message/consumer.ts';
import { consumer as importContacts } from './messaging/import-contacts/consumer.ts';
import { MESSAGING_OPERATIONS } from './messaging/operations.ts';
import { consumer as reachDates } from './messaging/reach-dates/consumer.ts';
import { consumer as recordReceipt } from './messaging/record-receipt/consumer.ts';
import { PLATFORM_OPERATIONS } from './platform/operations.ts';
import { consumer as projectChanges } from './platform/project-changes/consumer.ts';
import { consumer as sweepSchedules } from './platform/sweep-schedules/consumer.ts';
import { consumer as eraseWorkspaces } from './privacy/erase-workspaces/consumer.ts';
import { consumer as exportWorkspaces } from './privacy/export-workspaces/consumer.ts';
import { PRIVACY_OPERATIONS } from './privacy/operations.ts';
import { consumer as redactPayloads } from './privacy/redact-payloads/consumer.ts';
import { consumer as downloadMedia } from './publishing/download-media/consumer.ts';
import { PUBLISHING_OPERATIONS } from './publishing/operations.ts';
import { consumer as publishPost } from './publishing/publish-post/consumer.ts';
import { consumer as recomputePosts } from './publishing/recompute-posts/consumer.ts';
import { consumer as removePublications } from './publishing/remove-publications/consumer.ts';
import { consumer as deliverWebhook } from './webhooks/deliver-webhook/consumer.ts';
import { consumer as dispatchEvent } from './webhooks/dispatch-event/consumer.ts';
import { WEBHOOKS_OPERATIONS } from './webhooks/operations.ts';
import { consumer as recoverDeliveries } from './webhooks/recover-deliveries/consumer.ts';
import { consumer as releaseDeliveries } from './webhooks/release-deliveries/consumer.ts';
import { consumer as sendNotification } from './webhooks/send-notification/consumer.ts';
import { consumer as sweepDeliveries } from './webhooks/sweep-deliveries/consumer.ts';
import { WORKSPACES_OPERATIONS } from './workspaces/operations.ts';

/**
 * Every operation of the API: what the stacks deploy, the local gateway routes and the `$default` route knows. Operations
 * themselves never import this list, so that each function is loaded with its own schemas only.
 */
export const OPERATIONS: readonly Operation[] = [
  ...PLATFORM_OPERATIONS,
  ...API_DOCS_OPERATIONS,
  ...WORKSPACES_OPERATIONS,
  ...PRIVACY_OPERATIONS,
  ...WEBHOOKS_OPERATIONS,
  ...EVENTS_OPERATIONS,
  ...BROADCASTS_OPERATIONS,
  ...MESSAGING_OPERATIONS,
  ...PUBLISHING_OPERATIONS,
  ...BIOLINKS_OPERATIONS,
  ...AGENTS_OPERATIONS,
];

/**
 * The operations of each stack. `api` also has the HTTP APIs, so it comes first. An operation needs seven resources, and a stack has at
 * most 500: decision 95 says how to divide a stack that has become too large.
 */
export const OPERATIONS_BY_STACK = {
  api: [...PLATFORM_OPERATIONS, ...API_DOCS_OPERATIONS, ...AGENTS_OPERATIONS],
  publishing: PUBLISHING_OPERATIONS,
  biolinks: BIOLINKS_OPERATIONS,
  messaging: MESSAGING_OPERATIONS,
  broadcasts: BROADCASTS_OPERATIONS,
  // Events are ingested next to the endpoints that they are delivered to.
  webhooks: [...WEBHOOKS_OPERATIONS, ...EVENTS_OPERATIONS],
  workspace: [...WORKSPACES_OPERATIONS, ...PRIVACY_OPERATIONS],
} as const satisfies Readonly<Record<string, readonly Operation[]>>;

/** Every function that a queue, a stream or a schedule invokes. */
export const CONSUMERS: readonly Consumer[] = [
  dispatchEvent,
  recoverDeliveries,
  deliverWebhook,
  releaseDeliveries,
  sweepDeliveries,
  sendNotification,
  redactPayloads,
  projectChanges,
  publishPost,
  runBroadcast,
  sendBroadcastMessages,
  recomputePosts,
  deliverMessage,
  recordReceipt,
  reachDates,
  importContacts,
  removePublications,
  downloadMedia,
  eraseWorkspaces,
  exportWorkspaces,
  sweepSchedules,
  countVisits,
  deleteVisitorSalts,
];
