import type { Construct } from 'constructs';
import { alarmOnSignups } from '#infra/alarms/signup-alarm.ts';
import { alarmOnUnlocks } from '#infra/alarms/unlock-alarm.ts';
import { alarmOnLostVisits } from '#infra/alarms/visit-alarm.ts';
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
      const { stage } = deployment;
      if (operation.name === 'unlock-page') alarmOnUnlocks(added, stage);
      if (operation.name === 'submit-signup') alarmOnSignups(added, stage);
      if (operation.uses.includes('send-to-visit')) alarmOnLostVisits(added, stage);
    }
  }
}
