import type { Condition, Notification } from './notification-reads.ts';

type Described = { readonly name: string; readonly sentence: string };

/** The conditions of the specification, each with a name and a sentence about when it is met. The type lacks none of the API's. */
const DESCRIBED: Readonly<Record<Condition, Described>> = {
  first_final_failure: {
    name: 'First final failure',
    sentence: 'A delivery has failed and is not attempted again.',
  },
  attempts_exhausted: {
    name: 'Attempts exhausted',
    sentence: 'Several deliveries of an endpoint have failed after all their attempts.',
  },
  breaker_opened: {
    name: 'Circuit breaker opened',
    sentence: 'An endpoint does not respond, so its deliveries wait.',
  },
  breaker_closed: {
    name: 'Circuit breaker closed',
    sentence: 'An endpoint responds again after its deliveries waited.',
  },
  responsible_admin_lost: {
    name: 'Responsible admin lost',
    sentence: 'The endpoint is suspended, because its responsible admin has lost access.',
  },
  rotation_ending: {
    name: 'Rotation ending',
    sentence: 'The old signing secret of an endpoint expires in four hours.',
  },
};

/** The conditions in the order of the specification. */
export const CONDITIONS: readonly (Described & { readonly condition: Condition })[] = Object.entries(
  DESCRIBED,
).map(([condition, described]) => {
  // The keys are conditions.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return { condition: condition as Condition, ...described };
});

/** What a notification is about. A value that a later version of the API adds is shown as it is. */
export function conditionName(cause: Notification['notification']): string {
  if (cause === 'test') return 'Test';
  if (cause === 'confirmation') return 'Request to confirm the address';
  return CONDITIONS.find(({ condition }) => condition === cause)?.name ?? cause;
}
