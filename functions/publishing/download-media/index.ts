import { createGuardedRemoteFiles } from '#shared/files/adapters/guarded-remote-files.ts';
import { createS3FileStore } from '#shared/files/adapters/s3-file-store.ts';
import { SNIFF_LENGTH, sniffType } from '#shared/files/adapters/sniff-type.ts';
import { createDynamoMediaDownloads } from '#shared/files/store/dynamo-media-store.ts';
import {
  type ConsumerProvisions,
  consumerEntry,
  queueMessages,
} from '#shared/platform/entry/consumer-entry.ts';
import { createAddressGuard } from '#shared/platform/network/address-guard.ts';
import { userAgentOf } from '#shared/platform/network/user-agent.ts';
import { consumer } from './consumer.ts';
import { createHandler, type Dependencies } from './handler.ts';

/** `replaced` are ports of a test. */
export function build(provisions: ConsumerProvisions<typeof consumer>, replaced: Partial<Dependencies> = {}) {
  const { core, keepMediaBucket, allowedHosts, apiHosts, apiOrigins } = provisions;
  const { clock, newNonce, backOff, log } = provisions;
  const guard = createAddressGuard({ allowedHosts, apiHosts });
  return createHandler({
    downloads: createDynamoMediaDownloads(core),
    files: createS3FileStore(keepMediaBucket),
    remoteFiles: createGuardedRemoteFiles(
      guard,
      { length: SNIFF_LENGTH, detect: sniffType },
      userAgentOf(apiOrigins),
    ),
    clock,
    newNonce,
    backOff,
    log,
    ...replaced,
  });
}

export const handler = consumerEntry(consumer, [queueMessages], build);
