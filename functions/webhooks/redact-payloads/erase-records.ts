import type { ContactEraser } from '#shared/events/ports/contact-eraser.ts';
import { describeError, type Log } from '#shared/platform/runtime/logger.ts';
import type { Erasure } from '#shared/webhooks/domain/erasure.ts';

const FAILED = {
  code: 'RECORD_ERASURE_FAILED',
  message: 'Records of a contact could not be erased; the next run continues',
};

/** Whether no record has anything that the erasure covers any more. */
export type EraseRecords = (erasure: Erasure, hasTime: () => boolean) => Promise<boolean>;

/**
 * Erases the records, conversations and messages of a contact at the end of a pass. Never rejects: an erasure whose records could not be
 * erased stays due. A kind of record that cannot be erased does not keep the others.
 */
export function createEraseRecords(erasers: readonly ContactEraser[], log: Log): EraseRecords {
  return async (erasure, hasTime) => {
    const { id, workspaceId, contact, requestedAt, pass } = erasure;
    let isDone = true;
    for (const eraser of erasers) {
      try {
        const erased = { workspaceId, contact, requestedAt, isLast: pass === 2 };
        if (!(await eraser.erase(erased, hasTime))) isDone = false;
      } catch (error) {
        log.error(FAILED, { erasure_id: id, workspace_id: workspaceId, ...describeError(error) });
        isDone = false;
      }
    }
    return isDone;
  };
}
