import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { IConstruct } from 'constructs';
import type { Severity } from '#infra/config.ts';
import { ImpactAlarm } from '#infra/constructs/impact-alarm.ts';

/** Connects every alarm below `root` to the topic of its severity. Alarms of severity `page` also report when they end. */
export function routeAlarms(root: IConstruct, topics: Readonly<Record<Severity, ITopic>>): void {
  for (const alarm of alarmsBelow(root)) {
    const action = new SnsAction(topics[alarm.severity]);
    alarm.addAlarmAction(action);
    if (alarm.severity === 'page') alarm.addOkAction(action);
  }
}

/** Removes every alarm below `root`, in a stage that nobody watches. */
export function removeAlarms(root: IConstruct): void {
  for (const { node } of alarmsBelow(root)) node.scope?.node.tryRemoveChild(node.id);
}

/** Every alarm below `root`, in the order of the construct tree. */
export function alarmsBelow(root: IConstruct): readonly ImpactAlarm[] {
  return root.node.findAll().filter((construct) => construct instanceof ImpactAlarm);
}
