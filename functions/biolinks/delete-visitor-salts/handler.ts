import type { VisitorSaltEraser } from '#shared/biolinks/ports/visitor-salt-store.ts';
import { localDay } from '#shared/platform/identity/calendar.ts';
import type { Clock } from '#shared/platform/runtime/clock.ts';
import type { Log } from '#shared/platform/runtime/logger.ts';

/** The time zone in which days end last. In the IANA database, the sign of such zones is inverted: this is UTC−12. */
const LAST_ZONE = 'Etc/GMT+12';

const DELETED = { code: 'VISITOR_SALTS_DELETED', message: 'The salts of days that have ended were deleted' };

export type Dependencies = {
  readonly salts: VisitorSaltEraser;
  readonly clock: Clock;
  readonly log: Log;
};

/** Deletes the salts of days that have ended everywhere, so that nobody can recognise a visitor of such a day. */
export function createHandler({ salts, clock, log }: Dependencies) {
  return async (): Promise<void> => {
    const deleted = await salts.deleteBefore(localDay(clock(), LAST_ZONE));
    if (deleted > 0) log.info(DELETED, { salts: deleted });
  };
}
