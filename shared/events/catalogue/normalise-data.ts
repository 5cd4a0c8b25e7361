import * as v from 'valibot';
import type { CatalogueEvent } from './catalogue-event.ts';
import type { EventData } from './object-field.ts';

/**
 * Event data as it is stored and sent: texts and lists cut to their limits, members without a value left out,
 * ids in lower case, instants in UTC, `event` filled in (R20, G114, G115). Doing it twice changes nothing.
 * Throws a `ValiError` if `data` does not fit the event; a request's data is checked before.
 */
export function normaliseData(event: CatalogueEvent, data: unknown): EventData {
  return v.parse(event.data, data);
}
