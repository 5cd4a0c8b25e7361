import type * as v from 'valibot';
import type { ChannelRules } from './channel-rules.ts';
import type { Product } from './channels.ts';
import { EVENT_CODES, type EventName, productOf } from './event-codes.ts';
import type { FieldMembers } from './field.ts';
import { type EventData, type ObjectField, objectOf } from './object-field.ts';

/** One event of the catalogue (docs/specification/events.md#event-catalogue). */
export type CatalogueEvent = ChannelRules & {
  readonly name: EventName;
  /** Two base36 characters that represent the name in storage; never changed. */
  readonly code: string;
  readonly product: Product;
  readonly group: string;
  readonly title: string;
  readonly description: string;
  /** `data` as a field with its members. */
  readonly fields: ObjectField;
  /** Validates `data` as ingested. The output is truncated and normalised; parsing it again changes nothing. */
  readonly data: v.GenericSchema<unknown, EventData>;
  /** Validates `data` as sent, limits included. */
  readonly outgoingData: v.GenericSchema<unknown, EventData>;
  /** A complete example of `data`, as sent. */
  readonly sampleData: EventData;
};

type CatalogueRow = {
  readonly name: EventName;
  readonly group: string;
  readonly title: string;
  readonly description: string;
  readonly channels: ChannelRules;
  readonly data: FieldMembers;
  readonly sample: EventData;
};

/** Completes a row of the catalogue with the derived fields. Its schemas are created on first use: most functions use one event. */
export function catalogueEvent({ name, group, title, description, ...row }: CatalogueRow): CatalogueEvent {
  let object: ObjectField | undefined;
  const dataField = () => (object ??= objectOf(row.data));
  return {
    name,
    code: EVENT_CODES[name],
    product: productOf(name),
    group,
    title,
    description,
    ...row.channels,
    get fields() {
      return dataField();
    },
    get data() {
      return dataField().accepts;
    },
    get outgoingData() {
      return dataField().sends;
    },
    sampleData: row.sample,
  };
}

/** The name without its product, such as `store.order_paid`: the `event` field in the data of some events. */
export function shortName(name: EventName): string {
  return name.slice(name.indexOf('.') + 1);
}
