import { expect, it } from 'vitest';
import { createSkipping } from '#functions/broadcasts/send-broadcast-messages/skip-rest.ts';
import { newRun } from '#shared/broadcasts/domain/broadcast-run.ts';
import { aStartedBroadcast } from '#test/support/builders/broadcasts/platform-builders.ts';
import { NOW } from '#test/support/builders/platform/command-builders.ts';

it('skips no recipient of a broadcast in flight, even if the clock was set back at the end of the run', async () => {
  const broadcast = aStartedBroadcast();
  const unused = async () => {
    throw new Error('is not called');
  };
  const skipRest = createSkipping({
    broadcasts: { find: async () => broadcast },
    recipients: { listDue: unused, nextDue: unused, readCounts: unused, save: unused },
    clock: () => NOW,
  });
  const run = {
    hasTime: () => true,
    newChange: () => expect.unreachable(),
    current: () => newRun(broadcast, NOW),
    store: unused,
    apply: unused,
  };

  expect(await skipRest(run)).toBeUndefined();
});
