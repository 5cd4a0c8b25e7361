import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/platform/core/time-units.ts';
import type { RequestParts } from '#test/support/fixtures/platform/http-event.ts';
import type { OperationName } from './model-api.ts';
import { createRandom, type Random } from './random.ts';

/** The actions of users, and their relative frequency. */
const WEIGHTS = {
  ingest: 14,
  burst: 4,
  test: 3,
  resend: 6,
  recover: 3,
  'edit-url': 3,
  'edit-subscriptions': 2,
  rename: 1,
  pause: 2,
  enable: 4,
  rotate: 3,
  revoke: 2,
  suspend: 1,
  'take-over': 2,
  delete: 0.5,
} as const;

export type ActionKind = keyof typeof WEIGHTS;

export type Action = {
  readonly index: number;
  readonly at: number;
  readonly kind: ActionKind;
  readonly random: Random;
  /** Waits for a run that works on the endpoint, and interrupts it. */ readonly isAmbush: boolean;
};

/** Changes of an endpoint that a request must respect. */
const SWITCHES: ReadonlySet<ActionKind> = new Set([
  'edit-url',
  'pause',
  'rotate',
  'revoke',
  'suspend',
  'delete',
]);

/** Events with small data, and one whose body is too large for a message. */
const EVENTS = [
  'salesbot.store.order_paid',
  'salesbot.contact.created',
  'salesbot.message.received',
] as const;

const ID = '2f1f8d5e-1b1a-4c57-8a37-9a1f5a9d7f10';

const SPANS = [2 * MINUTE_MS, 20 * MINUTE_MS, 3 * HOUR_MS, 12 * HOUR_MS] as const;
const LONG_SPANS = [2 * DAY_MS, 8 * DAY_MS] as const;

/** The actions of a history, in order; the first ones are events, or little would happen. */
export function drawActions(
  seed: number,
  skip: ReadonlySet<number> = new Set(),
): { span: number; actions: Action[] } {
  const random = createRandom(seed, 'actions');
  const span = random.chance(0.06) ? random.pick(LONG_SPANS) : random.pick(SPANS);
  const count = random.between(3, 16);
  const actions = Array.from({ length: count }, (_, index): Action => {
    const kind = index < 2 ? random.pick(['ingest', 'burst'] as const) : drawKind(random);
    // Half of all actions happen soon after the start, when most work is in flight.
    const at = Math.floor(random.next() * (random.chance(0.5) ? Math.min(span, 5 * MINUTE_MS) : span));
    const isAmbush = SWITCHES.has(kind) && random.chance(0.4);
    return { index, at, kind, isAmbush, random: createRandom(seed, `action/${index}`) };
  });
  return { span, actions: actions.filter(({ index }) => !skip.has(index)) };
}

function drawKind(random: Random): ActionKind {
  const kinds = Object.entries(WEIGHTS) as [ActionKind, number][];
  let left = random.next() * kinds.reduce((sum, [, weight]) => sum + weight, 0);
  return kinds.find(([, weight]) => (left -= weight) < 0)?.[0] ?? 'ingest';
}

export function someSubscriptions(random: Random) {
  const chosen = EVENTS.filter(() => random.chance(0.75));
  return (chosen.length > 0 ? chosen : [EVENTS[0]]).map((event) => ({ event, channel: 'all' as const }));
}

/** The resources to which an action may refer. */
export type Known = {
  readonly endpointId: string;
  readonly deliveryId: string | undefined;
  readonly now: Date;
  readonly key: string | undefined;
};

/** The request of an action; undefined if it is none, or refers to nothing. */
export function requestOf(
  { kind, index, random }: Action,
  { endpointId, deliveryId, now, key }: Known,
): [OperationName, RequestParts] | undefined {
  const params = { endpoint: endpointId };
  const headers = key === undefined ? {} : { 'idempotency-key': key };
  switch (kind) {
    case 'ingest':
    case 'burst': {
      const dedupe = random.chance(0.3) ? { dedupe_key: `producer-${Math.floor(index / 3)}` } : {};
      return ['ingest', { headers, json: { ...eventOf(random), ...dedupe } }];
    }
    case 'test':
      return ['test', { params, headers, json: {} }];
    case 'resend':
      return deliveryId === undefined
        ? undefined
        : ['resend', { params: { ...params, delivery: deliveryId }, headers }];
    case 'recover': {
      const since = new Date(now.getTime() - random.between(1, 48) * HOUR_MS).toISOString();
      return [
        'recover',
        {
          params,
          headers,
          json: { since, states: random.pick([['failed'], ['cancelled'], undefined]) },
        },
      ];
    }
    case 'edit-url':
      return ['edit', { params, json: { url: `https://hooks.example.com/${index}` } }];
    case 'edit-subscriptions':
      return ['edit', { params, json: { subscriptions: someSubscriptions(random) } }];
    case 'rename':
      return ['edit', { params, json: { name: `Order desk ${index}` } }];
    case 'pause':
    case 'enable':
      return [kind, { params, headers }];
    case 'rotate':
    case 'revoke':
      return ['rotate', { params, headers, json: { immediate: kind === 'revoke' } }];
    case 'delete':
      return ['delete', { params }];
    case 'suspend':
    case 'take-over':
      return undefined;
  }
  return undefined;
}

function eventOf(random: Random) {
  const event = random.pick(EVENTS);
  if (event === 'salesbot.store.order_paid')
    return { event, data: { order: { id: ID, total: '59.90', currency: 'EUR' } } };
  if (event === 'salesbot.contact.created') return { event, data: { contact: { id: ID } } };
  const message = { id: ID, text: 'long '.repeat(1000), platform: 'whatsapp' };
  return { event, data: { contact: { id: ID }, conversation: { id: ID }, message } };
}
