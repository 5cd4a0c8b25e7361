import type { Operation } from '#shared/http/operation.ts';
import { operation as createEndpoint } from './create-endpoint/operation.ts';
import { operation as getCurrentKey } from './get-current-key/operation.ts';
import { operation as getDelivery } from './get-delivery/operation.ts';
import { operation as getEndpoint } from './get-endpoint/operation.ts';
import { operation as getHealth } from './get-health/operation.ts';
import { operation as ingestEvent } from './ingest-event/operation.ts';
import { operation as listAvailableEvents } from './list-available-events/operation.ts';
import { operation as listDeliveries } from './list-deliveries/operation.ts';
import { operation as listEndpoints } from './list-endpoints/operation.ts';
import { operation as routeNotFound } from './route-not-found/operation.ts';
import { operation as updateEndpoint } from './update-endpoint/operation.ts';

/**
 * Every operation of the API: what the stacks deploy, the local gateway routes and the `$default` route knows. Operations
 * themselves never import this list, so that each function is loaded with its own schemas only.
 */
export const OPERATIONS: readonly Operation[] = [
  getHealth,
  routeNotFound,
  getCurrentKey,
  listAvailableEvents,
  createEndpoint,
  listEndpoints,
  getEndpoint,
  updateEndpoint,
  listDeliveries,
  getDelivery,
  ingestEvent,
];
