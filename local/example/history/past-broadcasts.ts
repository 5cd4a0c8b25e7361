import { newBroadcast } from '#shared/broadcasts/domain/broadcast-edit.ts';
import { reportBroadcast } from '#shared/broadcasts/domain/end-broadcast.ts';
import { sendBroadcast } from '#shared/broadcasts/domain/start-broadcast.ts';
import { createDynamoBroadcastStore } from '#shared/broadcasts/store/dynamo-broadcast-store.ts';
import { MINUTE_MS } from '#shared/platform/core/time-units.ts';
import { changeAt, type History, type HistoryStep, timeBefore } from './history.ts';
import { idAt } from './seeded.ts';

/** The messaging system of the shop reported the end of a broadcast so much later. */
const SENT_WITHIN_MS = 18 * MINUTE_MS;

type PastBroadcast = {
  readonly name: string;
  readonly body: string;
  readonly daysAgo: number;
  readonly recipients: number;
  readonly failed: number;
};

/** The broadcasts of the last weeks, which the messaging system of the shop has sent. */
const PAST_BROADCASTS: readonly PastBroadcast[] = [
  {
    name: 'New season',
    body: 'Our new lamps are here. Come and see them until Saturday.',
    daysAgo: 27,
    recipients: 812,
    failed: 19,
  },
  {
    name: 'Evening course',
    body: 'Rewire your own lamp: two seats are left.',
    daysAgo: 13,
    recipients: 164,
    failed: 2,
  },
  {
    name: 'Spring collection',
    body: 'The spring collection is in the window.',
    daysAgo: 6,
    recipients: 871,
    failed: 23,
  },
];

export const PAST_BROADCAST_STEPS: readonly HistoryStep[] = PAST_BROADCASTS.map(
  (example): HistoryStep =>
    (history) =>
      writeBroadcast(history, example),
);

async function writeBroadcast(history: History, example: PastBroadcast): Promise<void> {
  const { core, workspaceId, owner } = history;
  const { name, body, daysAgo, recipients, failed } = example;
  const broadcasts = createDynamoBroadcastStore(core);
  const createdAt = timeBefore(history, daysAgo, '09:15');
  const id = idAt(createdAt, `${workspaceId} broadcast ${name}`);
  const fields = { name, message: { type: 'text', body }, channel: 'all', audience: null } as const;
  const draft = newBroadcast(
    { id, workspaceId },
    { ...fields, sender: 'external', sending: null, requiresApproval: false },
    createdAt,
  );
  const stored = await broadcasts.find(workspaceId, id);
  if (!stored) await broadcasts.create(draft, changeAt(createdAt, owner, 'create-broadcast'));
  if (stored && stored.state !== 'draft') return;

  const startedAt = timeBefore(history, daysAgo, '10:00');
  const endedAt = new Date(startedAt.getTime() + SENT_WITHIN_MS);
  const { broadcast: started } = sendBroadcast(draft, true, startedAt);
  const report = { recipients, sent: recipients - failed, failed, outcome: 'completed' } as const;
  const { broadcast: finished } = reportBroadcast(started, report, endedAt);
  // Written at once: the platform would fail a broadcast that started so long ago.
  await broadcasts.save(draft, finished, changeAt(endedAt, owner, 'report-broadcast'));
}
