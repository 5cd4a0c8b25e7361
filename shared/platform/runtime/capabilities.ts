import type { KeyShape } from './capability-rows.ts';

/*
 * The names of what a function may use. An operation or a consumer lists its capabilities in `uses`. The capabilities of a product are in its
 * `capabilities.ts`, which adds them to `ProductCapabilities`: the platform knows their form only. `functions/capabilities.ts` joins them,
 * and infrastructure derives environment variables and policies from them. Function entries derive the values that they pass to the
 * adapters, and nothing else is granted.
 */

/** The rows of each product. */
// oxlint-disable-next-line typescript/no-empty-object-type -- each product adds its rows
export interface ProductCapabilities {}

type Rows = ProductCapabilities[keyof ProductCapabilities];
type KeysOf<T> = T extends unknown ? keyof T : never;
/** The member of a union of tables that has this name. */
type MemberOf<T, Name extends PropertyKey> = T extends { readonly [N in Name]: infer Member }
  ? Member
  : never;

/** The name of a key shape. */
export type ShapeName = Extract<KeysOf<Rows['shapes']>, string>;

/** The name of a work queue. */
export type Queue = Rows['queues'][number];

/**
 * The ways to access items, as the first words of a capability, and the IAM action of each. A transaction needs the action of
 * each of its items; `check` is the action of a condition on an item that the transaction does not write.
 */
export const ITEM_ACTIONS = [
  ['get', 'dynamodb:GetItem'],
  ['batch-get', 'dynamodb:BatchGetItem'],
  ['query', 'dynamodb:Query'],
  ['put', 'dynamodb:PutItem'],
  ['update', 'dynamodb:UpdateItem'],
  ['delete', 'dynamodb:DeleteItem'],
  ['check', 'dynamodb:ConditionCheckItem'],
] as const;

export type ItemAction = (typeof ITEM_ACTIONS)[number][0];
type ShapeOf<S extends ShapeName> = MemberOf<Rows['shapes'], S>;
/** An index can only be queried. */
type ActionsOn<S extends ShapeName> = ShapeOf<S> extends { readonly index: string } ? 'query' : ItemAction;
type TableOf<Shape> = Shape extends { readonly table: infer Table extends KeyShape['table'] } ? Table : never;

/** The table of each capability to access items: `get-posts` reads posts one by one, `query-listed-posts` reads a range of an index. */
type ItemTables = { readonly [S in ShapeName as `${ActionsOn<S>}-${S}`]: TableOf<ShapeOf<S>> };

/** Access to the items of one shape in one way. */
export type ItemCapability = keyof ItemTables;

/** `quarantined-events` as `quarantinedEvents`. */
type Camel<S extends string> = S extends `${infer Head}-${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : S;

/**
 * What each capability of a queue provides: `send-to-delivery` and `measure-delivery` the URL of the delivery queue, and `schedule-to-delivery`
 * what a schedule needs that sends to it.
 */
type QueueProvisions = { readonly [Q in Queue as `send-to-${Q}` | `measure-${Q}`]: `${Camel<Q>}Queue` } & {
  readonly [Q in Queue as `schedule-to-${Q}`]: `${Camel<Q>}QueueArn` | `${Camel<Q>}DeadLetterArn`;
};

type ServiceCapability = Extract<KeysOf<Rows['services']>, string>;
type ServiceProvision<C extends ServiceCapability> =
  MemberOf<Rows['services'], C> extends { readonly provides: readonly (infer P)[] } ? P : never;

/** What a function may use, as listed in its `uses`. */
export type Capability = ItemCapability | keyof QueueProvisions | ServiceCapability;

/** The names of the values that a capability provides. A capability to read or write items provides their table. */
export type ProvidedBy<C extends Capability> = C extends keyof ItemTables
  ? ItemTables[C]
  : C extends keyof QueueProvisions
    ? QueueProvisions[C]
    : C extends ServiceCapability
      ? Extract<ServiceProvision<C>, string>
      : never;

/** The capabilities that write items. */
export type WritingCapability =
  | Extract<ItemCapability, `${'put' | 'update' | 'delete'}-${string}`>
  | Extract<ServiceCapability, `erase-${string}`>;
