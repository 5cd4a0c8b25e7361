import { createDynamoPageEraser } from '#shared/biolinks/store/dynamo-page-eraser.ts';
import { createDynamoBroadcastEraser } from '#shared/broadcasts/store/dynamo-broadcast-eraser.ts';
import type { Erasable, ErasedWorkspace } from '#shared/events/ports/erasable.ts';
import { createDynamoMessageEraser } from '#shared/messaging/store/dynamo-message-eraser.ts';
import { createDynamoPhoneNumberEraser } from '#shared/messaging/store/dynamo-phone-number-eraser.ts';
import type { WritableTable } from '#shared/platform/store/table.ts';
import { createDynamoPostEraser } from '#shared/publishing/store/dynamo-post-eraser.ts';
import { createDynamoEndpointEraser } from '#shared/webhooks/store/dynamo-endpoint-eraser.ts';

/** What acts by itself or is public in a workspace. It is erased first, and endpoints first of all, because they send. */
export function createDynamoWithdrawal(core: WritableTable): Erasable<ErasedWorkspace> {
  const kinds = [
    createDynamoEndpointEraser(core),
    createDynamoPageEraser(core),
    createDynamoPostEraser(core),
    createDynamoBroadcastEraser(core),
    createDynamoPhoneNumberEraser(core),
    createDynamoMessageEraser(core),
  ];
  return {
    async erase(workspace, hasTime) {
      for (const kind of kinds) if (!(await kind.erase(workspace, hasTime))) return false;
      return true;
    },
  };
}
