import type { LoadOptions } from './load-options.ts';
import { chance } from './seeded.ts';

/** What the receiver does with a request. */
export type ReceiverResponse =
  | { readonly kind: 'status'; readonly status: number; readonly headers: Readonly<Record<string, string>> }
  | { readonly kind: 'reset' }
  | { readonly kind: 'hang' };

/** Decides by event number, endpoint number and attempt, so that the same seed gives the same behaviour. */
export type Behaviour = (event: number, endpoint: number, attempt: number) => ReceiverResponse;

const THANKS: ReceiverResponse = { kind: 'status', status: 200, headers: {} };
const REJECTIONS: readonly ReceiverResponse[] = [
  { kind: 'status', status: 500, headers: {} },
  { kind: 'status', status: 503, headers: {} },
  { kind: 'status', status: 429, headers: { 'retry-after': '2' } },
  { kind: 'reset' },
];

export function seededBehaviour({
  seed,
  fail,
  hang,
  deadEndpoints,
}: Pick<LoadOptions, 'seed' | 'fail' | 'hang' | 'deadEndpoints'>): Behaviour {
  return (event, endpoint, attempt) => {
    if (endpoint < deadEndpoints) return { kind: 'hang' };
    if (attempt > 1) return THANKS;
    const fate = chance(seed, 'fate', event, endpoint);
    if (fate < hang) return { kind: 'hang' };
    if (fate >= hang + fail) return THANKS;
    const rejection = Math.floor(chance(seed, 'rejection', event, endpoint) * REJECTIONS.length);
    return REJECTIONS[rejection] ?? THANKS;
  };
}
