import type { Visit } from '#shared/biolinks/domain/visit.ts';
import type { VisitQueue } from '#shared/biolinks/ports/visit-queue.ts';

/** Collects the visits that were sent. `fail` makes each further one fail, `hang` makes it wait forever. */
export function createMemoryVisitQueue() {
  const sent: Visit[] = [];
  let behaviour: 'accept' | 'fail' | 'hang' = 'accept';
  const queue: VisitQueue = {
    async send(visit) {
      if (behaviour === 'fail') throw new Error('The queue does not respond');
      if (behaviour === 'hang') await new Promise(() => undefined);
      sent.push(visit);
    },
  };
  return {
    ...queue,
    sent,
    fail() {
      behaviour = 'fail';
    },
    hang() {
      behaviour = 'hang';
    },
  };
}
