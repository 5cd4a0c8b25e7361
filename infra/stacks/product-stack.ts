import type { Construct } from 'constructs';
import { alarmOnLogLines, LOG_ALARMS, lostVisits } from '#infra/alarms/log-alarms.ts';
import { addOperation } from '#infra/constructs/operation-routes.ts';
import type { OperationsContext } from '#infra/constructs/operation-routes.ts';
import { PlatformStack } from '#infra/constructs/platform-stack.ts';
import type { ApiProduct, Operation } from '#shared/platform/http/operation.ts';

/** All operations of one product. One stack per product, because a stack has at most 500 resources and each operation needs 7. */
export class ProductStack extends PlatformStack {
  constructor(
    scope: Construct,
    product: ApiProduct,
    operations: readonly Operation[],
    context: OperationsContext,
  ) {
    const { deployment } = context;
    super(scope, deployment, product, {
      description: `Workspace platform: operations of ${product}`,
    });
    for (const operation of operations) {
      const added = addOperation(this, operation, context);
      const alarms = LOG_ALARMS[operation.name] ?? [];
      const visited = operation.uses.includes('send-to-visit') ? [lostVisits(operation.name)] : [];
      alarmOnLogLines(added, deployment.stage, [...alarms, ...visited]);
    }
  }
}
