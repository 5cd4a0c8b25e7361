import type { Operation } from '#shared/platform/http/operation.ts';
import { AGENTS_OPERATIONS } from './agents/operations.ts';
import { BIOLINKS_OPERATIONS } from './biolinks/operations.ts';
import { BROADCASTS_OPERATIONS } from './broadcasts/operations.ts';
import { EVENTS_OPERATIONS } from './events/operations.ts';
import { MESSAGING_OPERATIONS } from './messaging/operations.ts';
import { PLATFORM_OPERATIONS } from './platform/operations.ts';
import { PRIVACY_OPERATIONS } from './privacy/operations.ts';
import { PUBLISHING_OPERATIONS } from './publishing/operations.ts';
import { WEBHOOKS_OPERATIONS } from './webhooks/operations.ts';
import { WORKSPACES_OPERATIONS } from './workspaces/operations.ts';

/**
 * Every operation of the API: what the stacks deploy, the local gateway routes and the `$default` route knows. Operations
 * themselves never import this list, so that each function is loaded with its own schemas only.
 */
export const OPERATIONS: readonly Operation[] = [
  ...PLATFORM_OPERATIONS,
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
