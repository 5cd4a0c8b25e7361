import { createDynamoEndpointDirectory } from '#shared/events/store/dynamo-endpoint-directory.ts';
import { createGuardedRemoteFiles } from '#shared/files/adapters/guarded-remote-files.ts';
import { createS3FileStore } from '#shared/files/adapters/s3-file-store.ts';
import { pictureSniff } from '#shared/files/domain/media-bytes/picture-type.ts';
import { createDynamoMediaStore } from '#shared/files/store/dynamo-media-store.ts';
import {
  type ConsumerProvisions,
  consumerEntry,
  queueMessages,
  writtenMetrics,
} from '#shared/platform/entry/consumer-entry.ts';
import { createSecrets } from '#shared/platform/entry/secrets.ts';
import { createAddressGuard } from '#shared/platform/network/address-guard.ts';
import { createGuardedHttpClient } from '#shared/platform/network/guarded-http-client.ts';
import { userAgentOf } from '#shared/platform/network/user-agent.ts';
import { sqsClient } from '#shared/platform/runtime/aws-access.ts';
import { createSqsPublishQueue } from '#shared/publishing/adapters/sqs-publish-queue.ts';
import { markdownTitle } from '#shared/publishing/domain/texts/markdown-title.ts';
import { createAuthorisationServers } from '#shared/publishing/networks/authorisation-servers.ts';
import { fetchGuarded } from '#shared/publishing/networks/fetch-guarded.ts';
import { createLinkCards, PICTURE_LIMITS } from '#shared/publishing/networks/link-card.ts';
import { createProviders } from '#shared/publishing/networks/providers.ts';
import { createDynamoAccountStore } from '#shared/publishing/store/dynamo-account-store.ts';
import { createDynamoOAuthAppReader } from '#shared/publishing/store/dynamo-oauth-app-store.ts';
import { createDynamoPostRemovalReader } from '#shared/publishing/store/dynamo-post-removals.ts';
import { createDynamoPublicationStore } from '#shared/publishing/store/dynamo-publication-store.ts';
import { createDynamoTokenLeases } from '#shared/publishing/store/dynamo-token-leases.ts';
import { readStageApps } from '#shared/publishing/use-cases/find-app.ts';
import { consumer } from './consumer.ts';
import { createHandler, type Dependencies } from './handler.ts';
import { meterProviders } from './meter-providers.ts';

/** `replaced` are ports of a test. */
export function build(
  provisions: ConsumerProvisions<typeof consumer>,
  { providers, ...replaced }: Partial<Dependencies> = {},
) {
  const { core, aws, readMediaBucket, accountKey, metrics } = provisions;
  const { allowedHosts, apiHosts, networkOrigins: origins } = provisions;
  const { clock, after, newNonce, backOff, log } = provisions;
  const guard = createAddressGuard({ allowedHosts, apiHosts });
  const userAgent = userAgentOf(provisions.apiOrigins);
  const http = createGuardedHttpClient(guard, userAgent);
  const pictures = createGuardedRemoteFiles(guard, pictureSniff, userAgent, PICTURE_LIMITS);
  const composing = { readCard: createLinkCards({ http, pictures }), markdownTitle };
  const networks = { http, clock, after, log, origins, composing };
  return createHandler({
    store: createDynamoPublicationStore(core),
    removals: createDynamoPostRemovalReader(core),
    accounts: createDynamoAccountStore(core),
    endpoints: createDynamoEndpointDirectory(core),
    media: createDynamoMediaStore(core),
    files: createS3FileStore(readMediaBucket),
    secrets: createSecrets(accountKey, clock),
    providers: meterProviders(providers ?? createProviders(networks), metrics),
    servers: createAuthorisationServers({ fetch: fetchGuarded(http), clock, origins }),
    apps: createDynamoOAuthAppReader(core),
    stageApps: readStageApps(provisions.oauthApps),
    tokenLeases: createDynamoTokenLeases(core),
    queue: createSqsPublishQueue(sqsClient(aws), provisions.publishQueue),
    queueDelayLimit: provisions.queueDelayLimit,
    clock,
    newNonce,
    backOff,
    log,
    ...replaced,
  });
}

export const handler = consumerEntry(consumer, [queueMessages, writtenMetrics], build);
