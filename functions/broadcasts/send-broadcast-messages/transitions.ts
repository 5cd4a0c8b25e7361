import { toTransitionEvent } from '#shared/broadcasts/domain/broadcast-event.ts';
import type { BroadcastTransition } from '#shared/broadcasts/domain/broadcast-transition.ts';
import type { Broadcast } from '#shared/broadcasts/domain/broadcast.ts';
import { isPlatformBroadcast, type PlatformBroadcast } from '#shared/broadcasts/domain/recipient.ts';
import type { BroadcastStore } from '#shared/broadcasts/ports/broadcast-store.ts';
import type { EndpointDirectory } from '#shared/events/ports/endpoint-directory.ts';
import type { BackOff } from '#shared/platform/core/back-off.ts';
import type { Change } from '#shared/platform/core/change.ts';
import { retryOnConflict } from '#shared/platform/core/retry-on-conflict.ts';
import { newId } from '#shared/platform/runtime/ids.ts';

export type TransitionDependencies = {
  readonly broadcasts: Pick<BroadcastStore, 'find' | 'save'>;
  readonly endpoints: EndpointDirectory;
  readonly backOff: BackOff;
};

/**
 * Changes a broadcast in flight, with its event in one transaction. Returns the broadcast; undefined if it is no longer in flight, for example
 * after a cancellation.
 */
export function createTransitions({ broadcasts, endpoints, backOff }: TransitionDependencies) {
  async function findInFlight({
    workspaceId,
    id,
  }: Pick<Broadcast, 'workspaceId' | 'id'>): Promise<PlatformBroadcast | undefined> {
    return inFlight(await broadcasts.find(workspaceId, id));
  }

  async function apply(
    identity: Pick<Broadcast, 'workspaceId' | 'id'>,
    make: (before: PlatformBroadcast, now: Date) => BroadcastTransition | undefined,
    newChange: () => Change,
  ): Promise<PlatformBroadcast | undefined> {
    return retryOnConflict(backOff, async () => {
      const before = await findInFlight(identity);
      if (!before) return undefined;
      const change = newChange();
      const { at: now, requestId: correlationId } = change;
      const made = make(before, now);
      if (!made) return before;
      const directory = made.emits === undefined ? [] : await endpoints.readDirectory(before.workspaceId);
      const event = toTransitionEvent(made, { id: newId(now), now, directory, correlationId });
      await broadcasts.save(before, made.broadcast, { change, idempotencyRecord: null }, event);
      return inFlight(made.broadcast);
    });
  }

  return { findInFlight, apply };
}

function inFlight(broadcast: Broadcast | undefined): PlatformBroadcast | undefined {
  return broadcast?.state === 'in_flight' && isPlatformBroadcast(broadcast) ? broadcast : undefined;
}

export type Transitions = ReturnType<typeof createTransitions>;
