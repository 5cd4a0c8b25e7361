import type { AwsClients } from '#packages/lean-aws-client/aws-clients.ts';
import { createGuardedRemoteFiles } from '#shared/files/adapters/guarded-remote-files.ts';
import { createS3FileStore } from '#shared/files/adapters/s3-file-store.ts';
import { SNIFF_LENGTH, sniffType } from '#shared/files/adapters/sniff-type.ts';
import { createDynamoMediaDownloads } from '#shared/files/store/dynamo-media-store.ts';
import { logFieldsDue, scheduledJobSchema } from '#shared/platform/core/scheduled-job.ts';
import { createAddressGuard } from '#shared/platform/network/address-guard.ts';
import { queueConsumer } from '#shared/platform/queues/queue-consumer.ts';
import type { ConsumerRuntime } from '#shared/platform/runtime/consumer-runtime.ts';
import { createTable } from '#shared/platform/store/table.ts';
import type { Env } from './env.ts';
import { createHandler, type Dependencies } from './handler.ts';

type Ports = Omit<Dependencies, keyof ConsumerRuntime>;

export function createPorts({ dynamo }: Pick<AwsClients, 'dynamo'>, env: Env): Ports {
  const guard = createAddressGuard({ allowedHosts: env.WEBHOOK_ALLOWED_HOSTS, apiHosts: env.API_HOSTS });
  return {
    downloads: createDynamoMediaDownloads(createTable(dynamo, env.CORE_TABLE)),
    files: createS3FileStore(env),
    remoteFiles: createGuardedRemoteFiles(guard, { length: SNIFF_LENGTH, detect: sniffType }),
  };
}

export function createConsumer(
  ports: Ports,
  { clock, newNonce, backOff, log }: Pick<ConsumerRuntime, 'clock' | 'newNonce' | 'backOff' | 'log'>,
) {
  const download = createHandler({ ...ports, clock, newNonce, backOff, log });
  return queueConsumer(scheduledJobSchema, log, download, logFieldsDue);
}
