import type { SealContext } from '#shared/platform/core/secret-box.ts';
import { KEY_SHAPES, type KeyShape, type ShapeName } from './key-shapes.ts';

/** A resource as a grant references it; infrastructure replaces it by an ARN. */
export type GrantTarget =
  | 'core-table'
  | 'core-by-owner'
  | 'core-by-due'
  | 'delivery-table'
  | 'delivery-by-open'
  | 'delivery-by-due'
  | 'secret-key'
  | 'visit-queue'
  | 'uploads'
  | 'checked-files'
  | 'exports'
  | 'contact-exports'
  | 'imports'
  | 'media-bucket'
  | 'sms-numbers'
  | 'whatsapp-numbers'
  | 'whatsapp-accounts';

/** One IAM statement. Actions are exact: none contains a wildcard. */
export type Grant = {
  readonly actions: readonly string[];
  readonly on: GrantTarget;
  /** Restricts the statement to partitions whose keys match one of these patterns. */
  readonly leadingKeys?: readonly string[];
  /** Restricts the statement to requests that use no other attributes and return no others. */
  readonly attributes?: readonly string[];
  /** Restricts the statement to ciphertexts of this purpose. */
  readonly purpose?: SealContext['purpose'];
};

/**
 * The ways to access items, as the first words of a capability, and the IAM action of each. A transaction needs the action of
 * each of its items; `check` is the action of a condition on an item that the transaction does not write.
 */
const ITEM_ACTIONS = [
  ['get', 'dynamodb:GetItem'],
  ['batch-get', 'dynamodb:BatchGetItem'],
  ['query', 'dynamodb:Query'],
  ['put', 'dynamodb:PutItem'],
  ['update', 'dynamodb:UpdateItem'],
  ['delete', 'dynamodb:DeleteItem'],
  ['check', 'dynamodb:ConditionCheckItem'],
] as const;

type ItemAction = (typeof ITEM_ACTIONS)[number][0];
type ShapeOf<S extends ShapeName> = (typeof KEY_SHAPES)[S];
/** An index can only be queried. */
type ActionsOn<S extends ShapeName> = ShapeOf<S> extends { readonly index: string } ? 'query' : ItemAction;

/** The table of each capability to access items: `get-posts` reads posts one by one, `query-listed-posts` reads a range of an index. */
export type ItemTables = {
  readonly [S in ShapeName as `${ActionsOn<S>}-${S}`]: ShapeOf<S>['table'];
};

/** Access to the items of one shape in one way. */
export type ItemCapability = keyof ItemTables;

/** The capabilities that write items. */
export type ItemWrite = Extract<ItemCapability, `${'put' | 'update' | 'delete'}-${string}`>;

type Access = { readonly action: ItemAction; readonly shape: KeyShape };

const ACCESS: ReadonlyMap<string, Access> = new Map(
  Object.entries(KEY_SHAPES).flatMap(([name, shape]: [string, KeyShape]) =>
    actionsOn(shape).map((action) => [`${action}-${name}`, { action, shape }] as const),
  ),
);

function actionsOn({ index }: KeyShape): readonly ItemAction[] {
  return index === undefined ? ITEM_ACTIONS.map(([action]) => action) : ['query'];
}

export function isItemCapability(capability: string): capability is ItemCapability {
  return ACCESS.has(capability);
}

export function isItemWrite(capability: string): capability is ItemWrite {
  return ['put', 'update', 'delete'].includes(ACCESS.get(capability)?.action ?? '');
}

export function tableOf(capability: ItemCapability): KeyShape['table'] {
  return accessOf(capability).shape.table;
}

/** The grants of these capabilities: one for all shapes that are accessed in the same ways, because the size of a policy is limited. */
export function itemGrants(capabilities: readonly ItemCapability[]): readonly Grant[] {
  const actions = new Map<KeyShape, Set<ItemAction>>();
  for (const { shape, action } of capabilities.map(accessOf))
    actions.set(shape, (actions.get(shape) ?? new Set()).add(action));

  const grants = new Map<string, { actions: string[]; on: GrantTarget; leadingKeys: string[] }>();
  for (const [shape, used] of actions) {
    const on = targetOf(shape);
    const names = ITEM_ACTIONS.flatMap(([action, name]) => (used.has(action) ? [name] : []));
    const grant = grants.get(`${on} ${names.join(' ')}`) ?? { actions: names, on, leadingKeys: [] };
    grant.leadingKeys.push(shape.partitions);
    grants.set(`${on} ${names.join(' ')}`, grant);
  }
  return [...grants.values()];
}

function accessOf(capability: ItemCapability): Access {
  const access = ACCESS.get(capability);
  if (access === undefined) throw new Error(`No key shape belongs to the capability ${capability}`);
  return access;
}

function targetOf({ table, index }: KeyShape): GrantTarget {
  if (table === 'core') {
    if (index === undefined) return 'core-table';
    return index === 'by-owner' ? 'core-by-owner' : 'core-by-due';
  }
  if (index === undefined) return 'delivery-table';
  return index === 'by-open' ? 'delivery-by-open' : 'delivery-by-due';
}
