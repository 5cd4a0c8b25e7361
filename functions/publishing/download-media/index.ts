import { consumerEntry } from '#shared/platform/entry/consumer-entry.ts';
import { createDynamoClient } from '#shared/platform/runtime/aws/aws-clients.ts';
import { envSchema } from './env.ts';
import { createConsumer, createPorts } from './wiring.ts';

const clients = { dynamo: createDynamoClient(process.env) };

export const handler = consumerEntry('download-media', envSchema, clients, { createPorts, createConsumer });
