import type { AwsClients } from '#packages/lean-aws-client/aws-clients.ts';
import { createDynamoExternalRecordEraser } from '#shared/events/store/dynamo-external-record-eraser.ts';
import { createDynamoConversationEraser } from '#shared/messaging/store/dynamo-conversation-eraser.ts';
import type { ConsumerRuntime } from '#shared/platform/runtime/consumer-runtime.ts';
import { createTable } from '#shared/platform/store/table.ts';
import { createS3ExportedCopies } from '#shared/privacy/adapters/s3-exported-copies.ts';
import { createDynamoErasureScans } from '#shared/privacy/store/dynamo-erasure-scans.ts';
import { createDynamoErasureStore } from '#shared/privacy/store/dynamo-erasure-store.ts';
import { createDynamoLogRedactions } from '#shared/privacy/store/dynamo-log-redactions.ts';
import { createExportedCopiesEraser } from '#shared/privacy/use-cases/erase-exported-copies.ts';
import type { Env } from './env.ts';
import { createHandler, type Dependencies } from './handler.ts';

type Ports = Omit<Dependencies, keyof ConsumerRuntime>;

export function createPorts({ dynamo }: Pick<AwsClients, 'dynamo'>, env: Env): Ports {
  const core = createTable(dynamo, env.CORE_TABLE);
  const deliveries = createTable(dynamo, env.DELIVERY_TABLE);
  return {
    erasures: createDynamoErasureStore(core, deliveries),
    scans: createDynamoErasureScans(core, deliveries),
    redactions: createDynamoLogRedactions(deliveries),
    erasers: {
      records: [createDynamoExternalRecordEraser(core), createDynamoConversationEraser(core)],
      copies: createExportedCopiesEraser(createS3ExportedCopies(env)),
    },
  };
}

export function createConsumer(
  ports: Ports,
  { clock, wait, log }: Pick<ConsumerRuntime, 'clock' | 'wait' | 'log'>,
) {
  return createHandler({ ...ports, clock, wait, log });
}
