import { isRecord } from '#local/is-record.ts';
import type { BillLine } from './bill.ts';
import { MONTHLY_PRICES } from './price-list.ts';

/** Templates by stack name. */
export type Templates = Readonly<Record<string, unknown>>;

type Resource = {
  readonly id: string;
  readonly type: unknown;
  readonly properties: Record<string, unknown>;
};

/** Fixed costs of existing resources in dollars per month: keys, alarms and dashboards. */
export function standingLines(templates: Templates): BillLine[] {
  const resources = resourcesIn(templates);
  const ofType = (type: string) => resources.filter((resource) => resource.type === type);
  const metrics = ofType('AWS::CloudWatch::Alarm').reduce(
    (sum, { properties }) => sum + metricsOf(properties),
    0,
  );
  return [
    resourceLine('keys', ofType('AWS::KMS::Key').length, MONTHLY_PRICES.key),
    resourceLine('metrics of alarms', metrics, MONTHLY_PRICES.alarmMetric),
    resourceLine('dashboards', ofType('AWS::CloudWatch::Dashboard').length, MONTHLY_PRICES.dashboard),
  ];
}

/** All resources of the templates. */
export function resourcesIn(templates: Templates): readonly Resource[] {
  return Object.values(templates).flatMap(resourcesOf);
}

function resourceLine(component: string, count: number, price: number): BillLine {
  return { component, what: `${count}`, dollarsPerMillion: count * price };
}

/** The memory of a function by its logical id. */
export function memoryGigabytesOf(templates: Templates): ReadonlyMap<string, number> {
  const functions = resourcesIn(templates).filter(({ type }) => type === 'AWS::Lambda::Function');
  return new Map(functions.map(({ id, properties }) => [id, Number(properties['MemorySize']) / 1024]));
}

/** An alarm on an expression is billed for each metric in it. */
function metricsOf({ Metrics: metrics }: Record<string, unknown>): number {
  if (!Array.isArray(metrics)) return 1;
  return metrics.filter((metric) => isRecord(metric) && 'MetricStat' in metric).length;
}

function resourcesOf(template: unknown): Resource[] {
  const resources = isRecord(template) && isRecord(template['Resources']) ? template['Resources'] : {};
  return Object.entries(resources).flatMap(([id, resource]) => {
    if (!isRecord(resource)) return [];
    const { Type: type, Properties: properties } = resource;
    return [{ id, type, properties: isRecord(properties) ? properties : {} }];
  });
}
