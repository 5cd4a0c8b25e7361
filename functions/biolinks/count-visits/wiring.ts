import type { AwsClients } from '#packages/lean-aws-client/aws-clients.ts';
import { visitSchema } from '#shared/biolinks/domain/visit.ts';
import { createDynamoVisitCounts } from '#shared/biolinks/store/dynamo-page-day-store.ts';
import { batchConsumer } from '#shared/platform/queues/queue-consumer.ts';
import type { ConsumerRuntime } from '#shared/platform/runtime/consumer-runtime.ts';
import { createTable } from '#shared/platform/store/table.ts';
import type { Env } from './env.ts';
import { createHandler, type Dependencies } from './handler.ts';

type Ports = Omit<Dependencies, keyof ConsumerRuntime>;

export function createPorts({ dynamo }: Pick<AwsClients, 'dynamo'>, env: Env): Ports {
  return { counts: createDynamoVisitCounts(createTable(dynamo, env.CORE_TABLE)) };
}

export function createConsumer(
  ports: Ports,
  { clock, backOff, log }: Pick<ConsumerRuntime, 'clock' | 'backOff' | 'log'>,
) {
  return batchConsumer(visitSchema, log, createHandler({ ...ports, clock, backOff, log }));
}
