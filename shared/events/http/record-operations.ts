import * as v from 'valibot';
import type { RecordType } from '#shared/events/catalogue/record-type.ts';
import { strictFields } from '#shared/platform/core/json-object.ts';
import { keyWith } from '#shared/platform/http/key-with.ts';
import { orderParameter, pageOf, pageParameters } from '#shared/platform/http/list-query.ts';
import type { PathParameter } from '#shared/platform/http/operation.ts';
import { MISSING_RECORDS } from './missing-records.ts';
import { RECORD_SCHEMAS } from './record-view.ts';

const CONVERSATIONS = keyWith('salesbot:conversations:read');

/** A key that can subscribe to an event can receive the same data. */
const EVENTS = keyWith('salesbot:webhooks:subscribe');

/** Who may read records, by type. Contacts and broadcasts are missing, because the platform has such records too. */
const ACCESS = {
  conversation: CONVERSATIONS,
  message: CONVERSATIONS,
  automation: EVENTS,
  payment: EVENTS,
  booking: EVENTS,
  order: EVENTS,
} as const satisfies Partial<Readonly<Record<RecordType, unknown>>>;

/** A type whose records are all managed by other systems. */
export type ReadType = keyof typeof ACCESS;

/** What the operations that read one record share, by the type of the record. */
export function readingOne<const T extends ReadType>(type: T) {
  const parameter: PathParameter = { form: 'uuid', notFound: MISSING_RECORDS[type] };
  return {
    product: 'salesbot',
    description:
      `Returns what ingested events have said about the ${type}. Each field has the value of the event with the latest ` +
      '`occurred_at` that has the field. A record is up to date some seconds after its event was ingested.',
    routes: [{ method: 'GET', path: `/api/v1/salesbot/${type}s/{${type}}` }],
    access: ACCESS[type],
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- TypeScript forgets the name of a computed member.
    params: { [type]: parameter } as { readonly [Name in T]: PathParameter },
    uses: ['get-external-records'],
    revisioned: true,
    responses: { 200: v.object({ data: RECORD_SCHEMAS[type] }), 304: null },
  } as const;
}

/** What the operations that list records share, by the type of the records. */
export function readingList<const T extends ReadType>(type: T) {
  return {
    product: 'salesbot',
    description:
      `Returns the ${type}s that ingested events have named, in the order of the first event about each. A record keeps its place ` +
      'when later events change it. A page can have fewer records than `limit` although `has_more` is true.',
    routes: [{ method: 'GET', path: `/api/v1/salesbot/${type}s` }],
    access: ACCESS[type],
    uses: ['query-listed-external-records', 'batch-get-external-records'],
    query: strictFields({ ...pageParameters, order: orderParameter }),
    responses: { 200: pageOf(RECORD_SCHEMAS[type]) },
    exampleQueries: [{ order: 'asc' }],
  } as const;
}
