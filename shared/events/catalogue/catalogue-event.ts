import type * as v from 'valibot';
import type { Product } from '#shared/platform/core/channels.ts';
import type { ChannelRules } from './channel-rules.ts';
import { EVENT_CODES, type EventName } from './event-codes.ts';
import type { Field } from './field.ts';
import { type EventData, objectOf } from './object-field.ts';

/** All there is to know about one event of the catalogue (G103). */
export type CatalogueEvent = ChannelRules & {
  readonly name: EventName;
  /** Two base36 characters that stand for the name in storage, for ever. */
  readonly code: string;
  readonly product: Product;
  readonly group: string;
  readonly title: string;
  readonly description: string;
  /** Checks `data` as ingested; the output is cut and normalised, and parsing it again changes nothing. */
  readonly data: v.GenericSchema<unknown, EventData>;
  /** Checks `data` as sent, limits included. */
  readonly outgoingData: v.GenericSchema<unknown, EventData>;
  /** A full example of `data`, as sent. */
  readonly sampleData: EventData;
};

type CatalogueRow = {
  readonly name: EventName;
  readonly group: string;
  readonly title: string;
  readonly description: string;
  readonly channels: ChannelRules;
  readonly data: Record<string, Field>;
  readonly sample: EventData;
};

/** Completes a hand-written row with everything that follows from it. */
export function catalogueEvent({ name, group, title, description, ...row }: CatalogueRow): CatalogueEvent {
  const { accepts, sends } = objectOf(row.data);
  return {
    name,
    code: EVENT_CODES[name],
    product: name.startsWith('publishing.') ? 'publishing' : 'salesbot',
    group,
    title,
    description,
    ...row.channels,
    data: accepts,
    outgoingData: sends,
    sampleData: row.sample,
  };
}

/** The name without its product, such as `store.order_paid`: the `event` member of some data (G115). */
export function shortName(name: EventName): string {
  return name.slice(name.indexOf('.') + 1);
}
