import type { Operation } from '#shared/platform/http/operation.ts';
import { operation as ingestEvent } from './ingest-event/operation.ts';

export const EVENTS_OPERATIONS: readonly Operation[] = [ingestEvent];
