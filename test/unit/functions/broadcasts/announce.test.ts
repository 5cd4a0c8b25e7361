import { describe, expect, it } from 'vitest';
import { createResolver } from '#functions/broadcasts/send-broadcast-messages/resolve-audience.ts';
import { createTransitions } from '#functions/broadcasts/send-broadcast-messages/transitions.ts';
import type { Broadcast } from '#shared/broadcasts/domain/broadcast.ts';
import { resolvedBroadcast } from '#shared/broadcasts/domain/platform-broadcast.ts';
import { NO_RECIPIENTS } from '#shared/broadcasts/domain/recipient-counts.ts';
import { aStartedBroadcast } from '#test/support/builders/broadcasts/platform-builders.ts';
import { NOW } from '#test/support/builders/platform/command-builders.ts';
import { noPause } from '#test/support/fixtures/platform/no-pause.ts';

const COUNTS = { ...NO_RECIPIENTS, pending: 3 };
const read = aStartedBroadcast({ sending: { platform: 'sandbox', phoneNumberId: 'number' } });

/** Announces a broadcast that a run has read, while another one is stored. */
async function announce(stored: Broadcast) {
  const saved: Broadcast[] = [];
  const unused = async () => {
    throw new Error('is not called');
  };
  const transitions = createTransitions({
    broadcasts: {
      find: async () => saved.at(-1) ?? stored,
      save: async (_, after) => void saved.push(after),
    },
    endpoints: { readDirectory: async () => [] },
    backOff: noPause,
  });
  const resolver = createResolver(
    {
      imports: { find: unused },
      numbers: { find: unused, list: unused },
      recipients: { findAll: unused, readCounts: async () => COUNTS, list: unused },
      contacts: { find: unused, list: unused, findSameNumber: unused },
      listMembers: { readPage: unused },
      senders: {},
      clock: () => NOW,
    },
    transitions,
  );
  const newChange = () => ({
    actor: { kind: 'system' } as const,
    operation: 'send-broadcast-messages',
    requestId: 'request',
    nonce: 'nonce',
    at: NOW,
  });
  return { announced: await resolver.announce(read, newChange), saved };
}

describe('a run that announces the recipients', () => {
  it('changes nothing if another run has announced them since the broadcast was read', async () => {
    const { broadcast: stored } = resolvedBroadcast(read, COUNTS, NOW);

    expect(await announce(stored)).toEqual({ announced: stored, saved: [] });
  });

  it('ends the broadcast if nobody has, and the installation does not send on its platform', async () => {
    const { announced, saved } = await announce(read);

    expect(announced).toBeUndefined();
    expect(saved).toMatchObject([{ state: 'failed', error: expect.stringContaining('does not send') }]);
  });
});
