import { randomUUID } from 'node:crypto';
import { newControl } from '#shared/broadcasts/domain/broadcast-control.ts';
import { newRun } from '#shared/broadcasts/domain/broadcast-run.ts';
import type { Broadcast } from '#shared/broadcasts/domain/broadcast.ts';
import { newRecipient, type PlatformBroadcast, type Recipient } from '#shared/broadcasts/domain/recipient.ts';
import type { Sending } from '#shared/broadcasts/domain/sending.ts';
import { sendBroadcast } from '#shared/broadcasts/domain/start-broadcast.ts';
import { NOW } from '#test/support/builders/platform/command-builders.ts';
import { aBroadcast } from './broadcast-builders.ts';

/** How the sandbox sends, without any limit. */
function aSending(overrides: Partial<Sending> = {}): Sending {
  return {
    platform: 'sandbox',
    phoneNumberId: null,
    ratePerSecond: null,
    quietHours: null,
    budget: null,
    messageEvents: 'failed',
    template: null,
    mediaId: null,
    ...overrides,
  };
}

/** A draft that the platform sends in the sandbox to every contact. */
export function aPlatformBroadcast({
  sending,
  ...overrides
}: Omit<Partial<Broadcast>, 'sending'> & { readonly sending?: Partial<Sending> } = {}): PlatformBroadcast {
  const broadcast = aBroadcast({ sender: 'platform', channel: 'all', audience: '{}', ...overrides });
  return { ...broadcast, sending: aSending(sending) };
}

/** The same in flight. */
export function aStartedBroadcast(
  overrides: Parameters<typeof aPlatformBroadcast>[0] = {},
): PlatformBroadcast {
  const draft = aPlatformBroadcast(overrides);
  return { ...sendBroadcast(draft, true, NOW).broadcast, sending: draft.sending };
}

/** A pending recipient of a broadcast. */
export function aRecipient(
  broadcast: Pick<Broadcast, 'id' | 'workspaceId'> = aStartedBroadcast(),
  overrides: Partial<Recipient> = {},
): Recipient {
  return {
    ...newRecipient(broadcast, { contactId: randomUUID(), messageId: randomUUID() }, undefined, NOW),
    ...overrides,
  };
}

/** The run and the control of a broadcast that has just started. */
export function aRunState(broadcast: PlatformBroadcast = aStartedBroadcast()) {
  return { run: newRun(broadcast, NOW), control: newControl(broadcast) };
}
