import type { AwsClients } from '#packages/lean-aws-client/aws-clients.ts';
import type { ConsumerRuntime } from '#shared/platform/runtime/consumer-runtime.ts';
import { createTable } from '#shared/platform/store/table.ts';
import { createS3WorkspaceFiles } from '#shared/privacy/adapters/s3-workspace-files.ts';
import { createDynamoWithdrawal } from '#shared/privacy/store/dynamo-withdrawal.ts';
import { createDynamoWorkspaceEraser } from '#shared/privacy/store/dynamo-workspace-eraser.ts';
import { createDynamoWorkspaceErasureJobs } from '#shared/workspaces/store/dynamo-workspace-deletions.ts';
import type { Env } from './env.ts';
import { createHandler, type Dependencies } from './handler.ts';

type Ports = Omit<Dependencies, keyof ConsumerRuntime>;

export function createPorts({ dynamo }: Pick<AwsClients, 'dynamo'>, env: Env): Ports {
  const core = createTable(dynamo, env.CORE_TABLE);
  return {
    jobs: createDynamoWorkspaceErasureJobs(core),
    eraser: createDynamoWorkspaceEraser(core, createTable(dynamo, env.DELIVERY_TABLE)),
    withdrawal: createDynamoWithdrawal(core),
    files: createS3WorkspaceFiles(env),
  };
}

export function createConsumer(
  ports: Ports,
  { clock, newNonce, wait, log }: Pick<ConsumerRuntime, 'clock' | 'newNonce' | 'wait' | 'log'>,
) {
  return createHandler({ ...ports, clock, newNonce, wait, log });
}
