import { type Capability, ITEM_ACTIONS, type ItemAction, type ItemCapability } from './capabilities.ts';
import type { CapabilityRow, CapabilityRows, Grant, GrantTarget, KeyShape } from './capability-rows.ts';
import { variablesOfProvision } from './provision-variables.ts';

/** The parts of a declaration that decide what its function gets. */
export type CapabilityUser = {
  readonly uses: readonly Capability[];
  /** Settings of the stage, by name. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** What only an operation has. */
  readonly access?: { readonly kind: 'public' | 'key' };
  readonly routes?: readonly { readonly method: string }[];
  readonly checksKeyOnWrite?: true | 'some';
};

type ItemAccess = { readonly action: ItemAction; readonly shape: KeyShape };

/** Derives variables and grants of functions from the rows of all products. */
export function createCapabilityEngine(products: readonly CapabilityRows[]) {
  const accesses: ReadonlyMap<string, ItemAccess> = new Map(
    products.flatMap(({ shapes }) =>
      Object.entries(shapes).flatMap(([name, shape]) =>
        actionsOn(shape).map((action) => [`${action}-${name}`, { action, shape }] as const),
      ),
    ),
  );
  const rows: ReadonlyMap<string, CapabilityRow> = new Map(
    products.flatMap(({ queues, services }) => [...queues.flatMap(queueRows), ...Object.entries(services)]),
  );

  const queueGrants: ReadonlyMap<string, readonly Grant[]> = new Map(
    products.flatMap(({ queues }) =>
      queues.flatMap(queueRows).map(([name, { grants }]) => [name, grants] as const),
    ),
  );

  function rowOf(capability: Capability): CapabilityRow {
    const row = rows.get(capability);
    if (row === undefined) throw new Error(`No product has the capability ${capability}`);
    return row;
  }

  function itemGrants(capabilities: readonly Capability[]): readonly Grant[] {
    return grantsOfItems(capabilities.flatMap((capability) => accesses.get(capability) ?? []));
  }

  /**
   * The names of the provisions of a function. Every operation knows the hosts of the stage, and one with an API key reads the key from the
   * core table.
   */
  function provisionsOf({ uses, access }: CapabilityUser): readonly string[] {
    return [
      ...(access ? ['apiOrigins', 'pageHost'] : []),
      ...(access?.kind === 'key' ? ['core'] : []),
      ...uses.flatMap((capability) => accesses.get(capability)?.shape.table ?? rowOf(capability).provides),
    ];
  }

  return {
    isItemCapability: (capability: string): capability is ItemCapability => accesses.has(capability),
    isItemWrite: (capability: string): boolean =>
      ['put', 'update', 'delete'].includes(accesses.get(capability)?.action ?? ''),

    /** The grants of capabilities to access items. */
    itemGrants,

    provisionsOf,

    /** The variables of a function: those of its provisions and of its settings. */
    variablesOf(user: CapabilityUser): readonly string[] {
      const names = [...provisionsOf(user), ...Object.keys(user.settings ?? {})];
      return [...new Set(names.flatMap(variablesOfProvision))];
    },

    /** All grants of a function: its capabilities, and those that the HTTP chain needs for every operation of its kind. */
    grantsOf(user: CapabilityUser): readonly Grant[] {
      const { uses, access } = user;
      const services = uses.filter((capability) => !accesses.has(capability));
      const items = [...uses, ...chainAccess(user)];
      const records = access?.kind === 'key' && !items.includes('update-api-keys');
      return [
        ...mergedByActions(services.flatMap((capability) => queueGrants.get(capability) ?? [])),
        ...services.flatMap((capability) => (queueGrants.has(capability) ? [] : rowOf(capability).grants)),
        ...itemGrants(items),
        ...(records ? itemGrants(['update-api-keys']).map(onlyLastUse) : []),
      ];
    },
  };
}

function actionsOn({ index }: KeyShape): readonly ItemAction[] {
  return index === undefined ? ITEM_ACTIONS.map(([action]) => action) : ['query'];
}

/** The capabilities of a queue. The role of a schedule sends its message, so `schedule-to` grants nothing. */
function queueRows(queue: string): readonly (readonly [string, CapabilityRow])[] {
  const stem = queue.replaceAll(/-(\w)/gu, (_, letter: string) => letter.toUpperCase());
  const on = `${queue}-queue` as const;
  const provides = [`${stem}Queue`];
  return [
    [`send-to-${queue}`, { provides, grants: [{ actions: ['sqs:SendMessage'], on }] }],
    [`measure-${queue}`, { provides, grants: [{ actions: ['sqs:GetQueueAttributes'], on }] }],
    [`schedule-to-${queue}`, { provides: [`${stem}QueueArn`, `${stem}DeadLetterArn`], grants: [] }],
  ];
}

/** One grant for all queues that are used in the same way. */
function mergedByActions(grants: readonly Grant[]): readonly Grant[] {
  return [...Map.groupBy(grants, ({ actions }) => actions.join()).values()].flatMap((same) => {
    const [first] = same;
    return first ? [{ ...first, on: same.flatMap(({ on }) => on) }] : [];
  });
}

/** One grant for all shapes that are accessed in the same ways, because the size of a policy is limited. */
function grantsOfItems(accesses: readonly ItemAccess[]): readonly Grant[] {
  const actions = new Map<KeyShape, Set<ItemAction>>();
  for (const { shape, action } of accesses) actions.set(shape, (actions.get(shape) ?? new Set()).add(action));

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

function targetOf({ table, index }: KeyShape): GrantTarget {
  if (table === 'core') {
    if (index === undefined) return 'core-table';
    return index === 'by-owner' ? 'core-by-owner' : 'core-by-due';
  }
  if (index === undefined) return 'delivery-table';
  return index === 'by-open' ? 'delivery-by-open' : 'delivery-by-due';
}

/**
 * The items that the HTTP chain reads and writes: the API key of the request, which a command can require to be unchanged, the
 * counters of its requests, and the stored responses of a POST.
 */
function chainAccess({ access, routes = [], checksKeyOnWrite }: CapabilityUser): readonly ItemCapability[] {
  if (access?.kind !== 'key') return [];
  return [
    'get-api-keys',
    'update-rate-counters',
    ...(checksKeyOnWrite ? (['check-api-keys'] as const) : []),
    ...(routes.some(({ method }) => method === 'POST')
      ? (['get-idempotency-records', 'put-idempotency-records'] as const)
      : []),
  ];
}

/**
 * Authentication records the last use of a key. An update can create an item, so the grant allows no other attribute than the
 * time of the last use: an item that has only this attribute is not a valid key.
 */
function onlyLastUse(grant: Grant): Grant {
  return { ...grant, attributes: ['pk', 'sk', 'lastUsedAt'] };
}
