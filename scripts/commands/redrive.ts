import { parseArgs } from 'node:util';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SQSClient } from '@aws-sdk/client-sqs';
import { orUsage } from '#scripts/lib/command-failure.ts';
import { dispatchingQuarantined } from '#scripts/lib/redrive/dispatch-quarantined.ts';
import {
  countWaiting,
  redriveMessages,
  sendingTo,
  sourceQueueOf,
  type Take,
} from '#scripts/lib/redrive/redrive-messages.ts';
import { wholeOption } from '#scripts/lib/whole-option.ts';
import { createDynamoEventLog } from '#shared/events/store/dynamo-event-log.ts';
import { createSqsJobQueue } from '#shared/platform/queues/sqs-job-queue.ts';
import { createTable } from '#shared/platform/store/table.ts';
import { createSqsDeliveryQueue } from '#shared/webhooks/adapters/sqs-delivery-queue.ts';
import { createLogEvents } from '#shared/webhooks/use-cases/log-events.ts';

const USAGE = `Sends dead letters or quarantined events again after their error is fixed.

  npm run redrive -- --from <dead letters> [--to <queue>] [--max 100] [--dry-run]
  npm run redrive -- --from <quarantined events> --delivery-queue <queue> --recovery-queue <queue> --delivery-table <name> [--core-table <name>] [--max 100] [--dry-run]

Queues are URLs: outputs of the stacks delivery, scheduling and visits. Dead letters return to their source queue, or go to --to. Without --max,
the limit is the number of messages at the start. AWS credentials and region are read from the environment.
docs/runbooks/redrive.md describes when to use it.`;

const { values, from, max } = await orUsage(USAGE, 2, readOptions);

if (from === undefined) console.log(USAGE);
else await orUsage(USAGE, 1, () => redrive(from));

/** Without `from` for `--help`. */
function readOptions() {
  const { values: options } = parseArgs({
    options: {
      from: { type: 'string' },
      to: { type: 'string' },
      'delivery-queue': { type: 'string' },
      'recovery-queue': { type: 'string' },
      'delivery-table': { type: 'string' },
      'core-table': { type: 'string' },
      max: { type: 'string', default: 'Infinity' },
      'dry-run': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (options.help) return { values: options, max: Infinity };
  if (!options.from) throw new Error('--from is missing.');
  const most =
    options.max === 'Infinity' ? Infinity : wholeOption('max', options.max, 1, Number.MAX_SAFE_INTEGER);
  return { values: options, from: options.from, max: most };
}

async function redrive(source: string): Promise<void> {
  const client = new SQSClient();
  const target = await targetOf(client, source);
  if (!target) {
    console.error(
      'This queue is not the dead-letter queue of any queue. For quarantined events, set --delivery-queue, --recovery-queue and --delivery-table.',
    );
    process.exitCode = 2;
    return;
  }
  const waiting = await countWaiting(client, source);
  const plan = { from: source, to: target.name, waiting };
  if (values['dry-run'])
    return console.log(JSON.stringify({ ...plan, wouldTake: Math.min(waiting, max) }, null, 2));
  const result = await redriveMessages(client, source, { most: Math.min(waiting, max), take: target.take });
  console.log(JSON.stringify({ ...plan, ...result }, null, 2));
  if (result.kept > 0) process.exitCode = 1;
}

async function targetOf(
  client: SQSClient,
  source: string,
): Promise<{ name: string; take: Take } | undefined> {
  const { 'delivery-queue': deliveries, 'recovery-queue': recoveries } = values;
  const { 'delivery-table': logs, 'core-table': core } = values;
  if (deliveries && recoveries) {
    const take = dispatchingQuarantined({
      queue: createSqsDeliveryQueue(client, deliveries),
      recoveries: createSqsJobQueue(client, recoveries),
      logEvents: logs
        ? createLogEvents({
            eventLog: createDynamoEventLog(createTable(new DynamoDBClient(), logs)),
            clock: () => new Date(),
          })
        : undefined,
      core: core ? createTable(new DynamoDBClient(), core) : undefined,
      complain: (text) => console.error(text),
    });
    return { name: 'dispatch', take };
  }
  const to = values.to ?? (await sourceQueueOf(client, source));
  return to === undefined ? undefined : { name: to, take: sendingTo(client, to) };
}
