import { type Recipient, withoutResult } from '#shared/broadcasts/domain/recipient.ts';
import type { RecipientStore } from '#shared/broadcasts/ports/recipient-store.ts';
import type { Change } from '#shared/platform/core/change.ts';
import { ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import type { Clock } from '#shared/platform/runtime/clock.ts';
import type { Run } from './run.ts';

/** Maximum leases that one call ends. */
const AT_ONCE = 100;

export type LeaseDependencies = {
  readonly recipients: Pick<RecipientStore, 'listDue' | 'save'>;
  readonly clock: Clock;
};

/** Gives recipients whose lease is over the status `unknown`. */
export async function endLeases(
  { recipients, clock }: LeaseDependencies,
  { current, newChange }: Run,
): Promise<void> {
  const { broadcastId } = current();
  for (const recipient of await recipients.listDue(broadcastId, 'sending', clock(), AT_ONCE)) {
    const change = newChange();
    await saveUnlessChanged(recipients, recipient, withoutResult(recipient, change.at), change);
  }
}

/** Saves a recipient, unless another run or a receipt has changed it since it was read. */
export async function saveUnlessChanged(
  recipients: Pick<RecipientStore, 'save'>,
  before: Recipient,
  after: Recipient,
  change: Change,
): Promise<void> {
  try {
    await recipients.save(before, after, [], { change, idempotencyRecord: null });
  } catch (error) {
    if (!(error instanceof ConcurrentUpdateError)) throw error;
  }
}
