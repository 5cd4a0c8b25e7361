import { BIOLINKS_CAPABILITIES } from '#shared/biolinks/capabilities.ts';
import { BROADCASTS_CAPABILITIES } from '#shared/broadcasts/capabilities.ts';
import { EVENTS_CAPABILITIES } from '#shared/events/capabilities.ts';
import { FILES_CAPABILITIES } from '#shared/files/capabilities.ts';
import { MESSAGING_CAPABILITIES } from '#shared/messaging/capabilities.ts';
import { createCapabilityEngine } from '#shared/platform/runtime/capability-engine.ts';
import type { CapabilityRows, KeyShape } from '#shared/platform/runtime/capability-rows.ts';
import { PLATFORM_CAPABILITIES } from '#shared/platform/runtime/platform-capabilities.ts';
import { PRIVACY_CAPABILITIES } from '#shared/privacy/capabilities.ts';
import { PUBLISHING_CAPABILITIES } from '#shared/publishing/capabilities.ts';
import { WEBHOOKS_CAPABILITIES } from '#shared/webhooks/capabilities.ts';
import { WORKSPACES_CAPABILITIES } from '#shared/workspaces/capabilities.ts';

const ROWS: readonly CapabilityRows[] = [
  PLATFORM_CAPABILITIES,
  EVENTS_CAPABILITIES,
  FILES_CAPABILITIES,
  WEBHOOKS_CAPABILITIES,
  PUBLISHING_CAPABILITIES,
  BIOLINKS_CAPABILITIES,
  MESSAGING_CAPABILITIES,
  BROADCASTS_CAPABILITIES,
  WORKSPACES_CAPABILITIES,
  PRIVACY_CAPABILITIES,
];

/** The key shapes of all products by name. */
export const KEY_SHAPES: Readonly<Record<string, KeyShape>> = Object.fromEntries(
  ROWS.flatMap(({ shapes }) => Object.entries(shapes)),
);

/** Derives what each function gets from what it declares. Functions themselves never import it. */
export const CAPABILITIES = createCapabilityEngine(ROWS);
