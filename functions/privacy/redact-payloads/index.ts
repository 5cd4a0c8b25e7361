import { createDynamoClient } from '#packages/lean-aws-client/aws-clients.ts';
import { consumerEntry } from '#shared/platform/entry/consumer-entry.ts';
import { envSchema } from './env.ts';
import { createConsumer, createPorts } from './wiring.ts';

const clients = { dynamo: createDynamoClient(process.env) };

export const handler = consumerEntry('redact-payloads', envSchema, clients, { createPorts, createConsumer });
