import { type ConsumerProvisions, consumerEntry } from '#shared/platform/entry/consumer-entry.ts';
import { createS3WorkspaceFiles } from '#shared/privacy/adapters/s3-workspace-files.ts';
import { createDynamoWithdrawal } from '#shared/privacy/store/dynamo-withdrawal.ts';
import { createDynamoWorkspaceEraser } from '#shared/privacy/store/dynamo-workspace-eraser.ts';
import { createDynamoWorkspaceErasureJobs } from '#shared/workspaces/store/dynamo-workspace-deletions.ts';
import { consumer } from './consumer.ts';
import { createHandler } from './handler.ts';

export function build(provisions: ConsumerProvisions<typeof consumer>) {
  const { core, deliveries, eraseFilesBucket, clock, newNonce, wait, log } = provisions;
  return createHandler({
    jobs: createDynamoWorkspaceErasureJobs(core),
    eraser: createDynamoWorkspaceEraser(core, deliveries),
    withdrawal: createDynamoWithdrawal(core),
    files: createS3WorkspaceFiles(eraseFilesBucket),
    clock,
    newNonce,
    wait,
    log,
  });
}

export const handler = consumerEntry(consumer, [], build);
