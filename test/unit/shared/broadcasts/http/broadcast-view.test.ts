import { describe, expect, it } from 'vitest';
import { NO_RECIPIENTS } from '#shared/broadcasts/domain/recipient-counts.ts';
import { broadcastResponse } from '#shared/broadcasts/http/broadcast-view.ts';
import { aRunState, aStartedBroadcast } from '#test/support/builders/broadcasts/platform-builders.ts';

const { control } = aRunState();
const FOUND = { control, counts: { ...NO_RECIPIENTS, pending: 80, failed: 1, skipped: 2 } };

describe('the recipients of a broadcast in responses', () => {
  it('are 0 until all are known: those that were found so far are not the total', () => {
    const { data } = broadcastResponse(200, aStartedBroadcast(), FOUND).body;

    expect(data).toMatchObject({ recipients: 0, progress: { counts: { pending: 80 } } });
  });

  it('are those of the progress from then on', () => {
    const broadcast = { ...aStartedBroadcast(), recipients: 81 };

    expect(broadcastResponse(200, broadcast, FOUND).body.data).toMatchObject({ recipients: 81, failed: 1 });
  });
});
