import { expect, it } from 'vitest';
import { countMessageUnits, MESSAGE_STEPS } from '#bench/cost/message-run.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';
import { startEmulator } from '#test/support/fixtures/platform/stacks/emulator.ts';

const emulator = forAllTests(startEmulator, 'stop');

it('takes as many write units for each step as docs/adr/messaging/0058-conversations-and-messages.md says', async () => {
  const units = await countMessageUnits(emulator.core);

  expect([...units.keys()]).toEqual([...MESSAGE_STEPS]);
  expect(Object.fromEntries(units)).toEqual({
    'conversation created': 9,
    'message queued': 10,
    'message claimed': 6,
    'message accepted': 8,
    'message delivered': 6,
    'message received': 11,
    'message received from a new contact': 19,
  });
});
