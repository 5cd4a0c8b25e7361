import type { ExternalRecordEraser } from '#shared/events/ports/external-records.ts';
import { describeError, type Log } from '#shared/platform/runtime/logger.ts';
import type { Erasure } from '#shared/webhooks/domain/erasure.ts';

const FAILED = {
  code: 'RECORD_ERASURE_FAILED',
  message: 'Records of a contact could not be erased; the next run continues',
};

/** Whether records no longer have anything from the events that the erasure covers. */
export type EraseRecords = (erasure: Erasure, hasTime: () => boolean) => Promise<boolean>;

/** Erases the records of a contact at the end of a pass. Never rejects: an erasure whose records could not be erased stays due. */
export function createEraseRecords(records: ExternalRecordEraser, log: Log): EraseRecords {
  return async (erasure, hasTime) => {
    const { id, workspaceId, contact, requestedAt, pass } = erasure;
    try {
      return await records.erase({ workspaceId, contact, requestedAt, isLast: pass === 2 }, hasTime);
    } catch (error) {
      log.error(FAILED, { erasure_id: id, workspace_id: workspaceId, ...describeError(error) });
      return false;
    }
  };
}
