import type { Broadcast } from '#shared/broadcasts/domain/broadcast.ts';
import { type PauseChange, requirePausable } from '#shared/broadcasts/domain/pause-broadcast.ts';
import type { RunState } from '#shared/broadcasts/domain/run-state.ts';
import type { BroadcastRunReader } from '#shared/broadcasts/ports/broadcast-runs.ts';
import type { BroadcastStore } from '#shared/broadcasts/ports/broadcast-store.ts';
import type { RecipientReader } from '#shared/broadcasts/ports/recipient-store.ts';
import type { CommandContext } from '#shared/platform/core/change.ts';
import { ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import type { HandlerResponse } from '#shared/platform/http/operation.ts';
import { broadcastResponse } from './broadcast-view.ts';

export type PauseStores = {
  readonly broadcasts: Pick<BroadcastStore, 'find' | 'savePause'>;
  readonly broadcastRuns: BroadcastRunReader;
  readonly recipients: Pick<RecipientReader, 'readCounts'>;
};

type PauseRequest = {
  readonly resource: Broadcast;
  readonly command: (response: HandlerResponse) => Promise<CommandContext>;
};

/** Writes a pause or its end, and returns the broadcast with its progress. Without a change nothing is written. */
export async function savePause(
  { broadcasts, broadcastRuns, recipients }: PauseStores,
  { resource: before, command }: PauseRequest,
  trigger: 'pause' | 'resume',
  make: (state: RunState) => PauseChange | undefined,
): Promise<HandlerResponse> {
  const { workspaceId, id } = requirePausable(trigger, before);
  const found = await broadcastRuns.find(workspaceId, id);
  // Every broadcast in flight has a run: the broadcast was deleted meanwhile.
  if (!found) throw new ConcurrentUpdateError();
  const change = make(found);
  const { broadcast } = change?.made ?? { broadcast: before };
  const { control } = change?.state ?? found;
  const counts = await recipients.readCounts(id);
  const response = broadcastResponse(200, broadcast, { control, counts });
  if (change)
    await broadcasts.savePause(
      before,
      broadcast,
      { before: found, after: change.state },
      await command(response),
    );
  return response;
}
