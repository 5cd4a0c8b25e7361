import * as v from 'valibot';
import type { CatalogueEvent } from './catalogue-event.ts';
import type { EventData } from './object-field.ts';

/**
 * Event data as stored and sent: strings and arrays truncated, fields without a value omitted, ids in lower case, timestamps
 * in UTC, `event` filled in (docs/specification.md#event-data and #truncation). Idempotent.
 * @throws ValiError if `data` does not match the event; the data of a request is validated before
 */
export function normaliseData(event: CatalogueEvent, data: unknown): EventData {
  return v.parse(event.data, data);
}
