import type { Visit } from '#shared/biolinks/domain/visit.ts';

/** Sends visits to `count-visits`. */
export type VisitQueue = {
  send(visit: Visit): Promise<void>;
};
