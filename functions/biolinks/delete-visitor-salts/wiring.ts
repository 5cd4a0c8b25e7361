import type { AwsClients } from '#packages/lean-aws-client/aws-clients.ts';
import { createDynamoVisitorSaltEraser } from '#shared/biolinks/store/dynamo-visitor-salts.ts';
import type { ConsumerRuntime } from '#shared/platform/runtime/consumer-runtime.ts';
import { createTable } from '#shared/platform/store/table.ts';
import type { Env } from './env.ts';
import { createHandler, type Dependencies } from './handler.ts';

type Ports = Omit<Dependencies, keyof ConsumerRuntime>;

export function createPorts({ dynamo }: Pick<AwsClients, 'dynamo'>, env: Env): Ports {
  return { salts: createDynamoVisitorSaltEraser(createTable(dynamo, env.CORE_TABLE)) };
}

export function createConsumer(ports: Ports, { clock, log }: Pick<ConsumerRuntime, 'clock' | 'log'>) {
  return createHandler({ ...ports, clock, log });
}
