import type { Goal } from '#bench/cost/goals.ts';
import { consumer } from '#functions/webhooks/sweep-deliveries/consumer.ts';
import { isRecord } from '#local/is-record.ts';
import { SWEEP_SCANS } from '#shared/webhooks/metrics.ts';
import { type BillLine, totalDollars } from './bill.ts';
import { ASSUMED, IDLE, idleRunDollars, invocationDollars, MONTHLY_PRICES, PRICES } from './price-list.ts';
import { memoryGigabytesOf, resourcesIn, standingLines, type Templates } from './standing-bill.ts';

const GIGABYTE = 1e9;
/** Each run of the sweep writes them, whether or not there are deliveries. */
const LAG_METRICS = SWEEP_SCANS.length;
/** Each part of the sweep saves the cursors of a scan with one write. */
const CURSOR_WRITES = consumer.source.parts * SWEEP_SCANS.length;
const IDLE_LIMIT = 8.75;

/**
 * The cost of an idle stage in dollars per month, computed from its templates alone: what AWS bills although nobody sends a
 * request. Budgets without actions, cost anomaly monitors, empty buckets and the polling of streams are free.
 */
export function idleLines(templates: Templates): readonly BillLine[] {
  const ofType = (type: string) => resourcesIn(templates).filter((resource) => resource.type === type);
  const scheduled = ofType('AWS::Scheduler::Schedule').map(({ properties }) => targetOf(properties));
  const schedules = scheduled.length;
  const runs = schedules * IDLE.minutes;
  const memory = memoryGigabytesOf(templates);
  const aMinute = scheduled.reduce((sum, target) => sum + idleRunDollars(memory.get(target)), 0);
  // The parts of a function share its reads.
  const readUnits = new Set(scheduled).size * IDLE.readUnits * IDLE.minutes;
  const queues = ofType('AWS::Lambda::EventSourceMapping').filter(({ properties }) =>
    JSON.stringify(properties['EventSourceArn']).includes('Queue'),
  ).length;
  const polls = queues * IDLE.pollers * IDLE.pollsAMinute * IDLE.minutes;
  const tables = ofType('AWS::DynamoDB::GlobalTable').length;
  // A filter without a default value publishes nothing, and costs nothing, while no line matches.
  const metrics = ofType('AWS::Logs::MetricFilter').filter(({ properties }) =>
    JSON.stringify(properties).includes('"DefaultValue"'),
  ).length;
  const logged = (runs * IDLE.logBytesPerRun) / GIGABYTE;
  return [
    monthly('invocations every minute', `${schedules} schedules`, aMinute * IDLE.minutes),
    monthly('schedules fired', `${schedules} per minute`, runs * PRICES.scheduleFired),
    monthly('their reads', `${IDLE.readUnits} read units for each function`, readUnits * PRICES.readUnit),
    monthly(
      'cursors of the sweep',
      `${CURSOR_WRITES} writes a minute`,
      CURSOR_WRITES * IDLE.minutes * PRICES.writeUnit,
    ),
    monthly(
      'their logs',
      `${logged.toFixed(2)} GB`,
      logged * (PRICES.logGigabyte + MONTHLY_PRICES.logGigabyte),
    ),
    monthly('queues polled', `${queues} queues`, polls * (PRICES.queueRequest + PRICES.fairQueueRequest)),
    monthly(
      'tables with point-in-time recovery',
      `${tables} tables of ${IDLE.tableGigabytes} GB`,
      tables * IDLE.tableGigabytes * (MONTHLY_PRICES.tableGigabyte + MONTHLY_PRICES.recoveryGigabyte),
    ),
    monthly('custom metrics of log lines', `${metrics}`, metrics * MONTHLY_PRICES.customMetric),
    monthly('lag of the sweep', `${LAG_METRICS} metrics`, LAG_METRICS * MONTHLY_PRICES.customMetric),
    monthly(
      'secrets',
      `${ofType('AWS::SecretsManager::Secret').length}`,
      ofType('AWS::SecretsManager::Secret').length * MONTHLY_PRICES.secret,
    ),
    ...standingLines(templates),
  ];
}

/** The logical id of the function that a schedule invokes. */
function targetOf({ Target: target }: Record<string, unknown>): string {
  const text = JSON.stringify(isRecord(target) ? target['Arn'] : undefined);
  return /"Fn::GetAtt":\["(\w+)","Arn"\]/u.exec(text)?.[1] ?? '';
}

/** The target for an idle dev stage. */
export function idleGoal(templates: Templates): Goal {
  const found = totalDollars(idleLines(templates));
  return { what: 'dollars per month of an idle dev stage', limit: IDLE_LIMIT, found };
}

function monthly(component: string, what: string, dollars: number): BillLine {
  return { component, what, dollarsPerMillion: dollars };
}

/** The size of a workspace, from which the bills below are computed. */
export type WorkspaceSize = {
  readonly items: number;
  readonly deliveries: number;
  readonly mediaFiles: number;
  readonly mediaGigabytes: number;
  /** Both tables with the items of all workspaces: an erasure scans them. */
  readonly tablesGigabytes: number;
};

/** An export, computed: reads of the items, one object and one copy per file, and seven days of storage. */
export function exportLines(size: WorkspaceSize): readonly BillLine[] {
  const objects = Math.ceil(size.items / 1000) + 15 + Math.ceil(size.mediaFiles / 100);
  const runs = Math.ceil(size.mediaFiles / IDLE.copiesPerRun) + 1;
  return [
    monthly('reads', `${size.items} items`, (size.items + size.mediaFiles) * PRICES.readUnit),
    monthly('files', `${objects} objects`, objects * PRICES.putObject),
    monthly('copies', `${size.mediaFiles} files`, size.mediaFiles * PRICES.putObject),
    monthly(
      'storage for 7 days',
      `${size.mediaGigabytes} GB`,
      size.mediaGigabytes * MONTHLY_PRICES.objectGigabyte * (7 / 30),
    ),
    monthly('run time', `${runs} runs`, runs * invocationDollars(IDLE.exportRunSeconds)),
  ];
}

/** An erasure, computed: two passes over both tables, and the deletion of each item and each object. */
export function erasureLines(size: WorkspaceSize): readonly BillLine[] {
  const passes = 2;
  const units = passes * size.tablesGigabytes * IDLE.scanUnitsPerGigabyte;
  const deletions = (size.items + size.deliveries) * IDLE.writesPerDeletion;
  return [
    monthly('scans', `${passes} passes over ${size.tablesGigabytes} GB`, units * PRICES.readUnit),
    monthly('deletions of items', `${size.items + size.deliveries} items`, deletions * PRICES.writeUnit),
    // Deleting objects is free. A request that lists up to 200 objects costs as much as one that stores an object.
    monthly(
      'lists of objects',
      `${size.mediaFiles} files`,
      Math.ceil(size.mediaFiles / 200 + passes) * 3 * PRICES.putObject,
    ),
    monthly(
      'run time',
      `${IDLE.scanUnitsPerSecond} read units a second`,
      (units / IDLE.scanUnitsPerSecond) * ASSUMED.memoryGigabytes * PRICES.lambdaGigabyteSecond,
    ),
  ];
}

/** The workspace of the printed bills: a busy customer in a stage with other customers. */
export const BUSY_WORKSPACE: WorkspaceSize = {
  items: 50_000,
  deliveries: 1_000_000,
  mediaFiles: 2000,
  mediaGigabytes: 20,
  tablesGigabytes: 50,
};
