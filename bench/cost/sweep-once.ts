import { createHandler as createSweepDeliveriesHandler } from '#functions/webhooks/sweep-deliveries/handler.ts';
import { createDynamoClient } from '#packages/lean-aws-client/aws-clients.ts';
import { MINUTE_MS } from '#shared/platform/core/time-units.ts';
import { createTable } from '#shared/platform/store/table.ts';
import { createDynamoAttemptRollUps } from '#shared/webhooks/store/dynamo-attempt-counts.ts';
import { createDynamoDueNotifications } from '#shared/webhooks/store/dynamo-notification-log.ts';
import { createDynamoRotationNotices } from '#shared/webhooks/store/dynamo-secret-rotations.ts';
import { createDynamoSweepStore } from '#shared/webhooks/store/dynamo-sweep-store.ts';
import type { CountedStack } from './counted-stack.ts';

const LATER_MS = 7 * MINUTE_MS;
const SILENT = { debug: nothing, info: nothing, warn: nothing, error: nothing };

/** Runs the minute sweep for everything recorded so far, as it runs once each event is five minutes old. */
export async function sweepOnce(stack: Pick<CountedStack, 'as' | 'tables'>): Promise<void> {
  const dynamo = createDynamoClient(process.env);
  const { core, deliveries } = stack.tables;
  const sweep = createSweepDeliveriesHandler({
    store: createDynamoSweepStore(createTable(dynamo, core), createTable(dynamo, deliveries)),
    rollUps: createDynamoAttemptRollUps(createTable(dynamo, deliveries)),
    dueNotifications: createDynamoDueNotifications(createTable(dynamo, deliveries)),
    rotationNotices: createDynamoRotationNotices(createTable(dynamo, deliveries)),
    notificationQueue: {
      async send() {
        throw new Error('A notification was lost');
      },
    },
    queue: {
      sendAll: async (jobs) => {
        if (jobs.length > 0) throw new Error(`${jobs.length} deliveries were lost`);
      },
    },
    queueLength: async () => 0,
    queueLimit: Number.MAX_SAFE_INTEGER,
    metrics: { add: nothing },
    clock: () => new Date(Date.now() + LATER_MS),
    log: SILENT,
  });
  await stack.as('sweep', () => sweep({ index: 0, of: 1 }, { getRemainingTimeInMillis: () => LATER_MS }));
  dynamo.destroy();
}

function nothing(): void {}
