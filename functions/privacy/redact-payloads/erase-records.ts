import type { Erasable, ErasedContact } from '#shared/events/ports/erasable.ts';
import type { Erasure } from '#shared/events/recording/erasure.ts';
import { describeError, type Log } from '#shared/platform/runtime/logger.ts';

const FAILED = {
  code: 'RECORD_ERASURE_FAILED',
  message: 'Records of a contact could not be erased; the next run continues',
};

/** Whether no record has anything that the erasure covers any more. */
export type EraseRecords = (erasure: Erasure, hasTime: () => boolean) => Promise<boolean>;

export type RecordErasers = {
  /** Erase records of producers, and the conversations and messages of this platform. */
  readonly records: readonly Erasable<ErasedContact>[];
  /** Erases copies of these records in the files of exports. */
  readonly copies: Erasable<ErasedContact>;
};

/**
 * Erases the records, conversations and messages of a contact at the end of a pass, then their copies. Never rejects: an erasure whose
 * records could not be erased stays due. A kind of record that cannot be erased does not keep the others, but the copies: an export that
 * begins meanwhile must not find anything to copy.
 */
export function createEraseRecords({ records, copies }: RecordErasers, log: Log): EraseRecords {
  return async (erasure, hasTime) => {
    const outcomes: boolean[] = [];
    for (const eraser of records) outcomes.push(await attempt(eraser, erasure, hasTime));
    return outcomes.every(Boolean) && attempt(copies, erasure, hasTime);
  };

  async function attempt(
    eraser: Erasable<ErasedContact>,
    erasure: Erasure,
    hasTime: () => boolean,
  ): Promise<boolean> {
    const { id, workspaceId, contact, requestedAt, pass } = erasure;
    try {
      return await eraser.erase({ workspaceId, contact, requestedAt, isLast: pass === 2 }, hasTime);
    } catch (error) {
      log.error(FAILED, { erasure_id: id, workspace_id: workspaceId, ...describeError(error) });
      return false;
    }
  }
}
