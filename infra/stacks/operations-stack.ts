import type { Construct } from 'constructs';
import { alarmOnLogLines, LOG_ALARMS, lostVisits } from '#infra/alarms/log-alarms.ts';
import { addOperation } from '#infra/constructs/operation-routes.ts';
import type { OperationsContext } from '#infra/constructs/operation-routes.ts';
import { PlatformStack } from '#infra/constructs/platform-stack.ts';
import type { Operation } from '#shared/platform/http/operation.ts';

/** Operations of one part of the API. One stack per part, because a stack has at most 500 resources and each operation needs 7. */
export class OperationsStack extends PlatformStack {
  constructor(scope: Construct, part: string, operations: readonly Operation[], context: OperationsContext) {
    const { deployment } = context;
    super(scope, deployment, part, {
      description: `Workspace platform: operations of ${part}`,
    });
    for (const operation of operations) {
      const added = addOperation(this, operation, context);
      const alarms = LOG_ALARMS[operation.name] ?? [];
      const visited = operation.uses.includes('send-to-visit') ? [lostVisits(operation.name)] : [];
      alarmOnLogLines(added, deployment.stage, [...alarms, ...visited]);
    }
  }
}
