import { createDynamoBlockReader } from '#shared/biolinks/store/dynamo-block-store.ts';
import { createDynamoPageDomainReader } from '#shared/biolinks/store/dynamo-page-domain-store.ts';
import { createDynamoPageReader } from '#shared/biolinks/store/dynamo-page-store.ts';
import { createDynamoPixelReader } from '#shared/biolinks/store/dynamo-pixel-store.ts';
import { createDynamoBroadcastReader } from '#shared/broadcasts/store/dynamo-broadcast-store.ts';
import { createDynamoExternalRecordReader } from '#shared/events/store/dynamo-external-records.ts';
import { createDynamoMediaReader } from '#shared/files/store/dynamo-media-store.ts';
import { createDynamoContactReader } from '#shared/messaging/store/dynamo-contact-store.ts';
import { createDynamoConversationReader } from '#shared/messaging/store/dynamo-conversation-store.ts';
import { createDynamoMessageReader } from '#shared/messaging/store/dynamo-message-store.ts';
import { createDynamoPhoneNumberReader } from '#shared/messaging/store/dynamo-phone-number-store.ts';
import { type ConsumerProvisions, consumerEntry } from '#shared/platform/entry/consumer-entry.ts';
import { createDynamoWorkspaceReader } from '#shared/platform/identity/store/dynamo-workspace-store.ts';
import { createDynamoAuditReader } from '#shared/platform/store/dynamo-audit-store.ts';
import { createS3ExportFiles } from '#shared/privacy/adapters/s3-export-files.ts';
import { createDynamoWorkspaceExportJobs } from '#shared/privacy/store/dynamo-workspace-exports.ts';
import { createDynamoAccountReader } from '#shared/publishing/store/dynamo-account-store.ts';
import { createDynamoPostReader } from '#shared/publishing/store/dynamo-post-store.ts';
import { createDynamoTagReader } from '#shared/publishing/store/dynamo-tag-store.ts';
import { createDynamoEndpointReader } from '#shared/webhooks/store/dynamo-endpoint-store.ts';
import { createDynamoManagedKeyReader } from '#shared/workspaces/store/dynamo-managed-key-store.ts';
import { createDynamoMemberReader } from '#shared/workspaces/store/dynamo-member-store.ts';
import { consumer } from './consumer.ts';
import { createExportedRecords } from './exported-records.ts';
import { createHandler } from './handler.ts';

export function build(provisions: ConsumerProvisions<typeof consumer>) {
  const { core, exportFilesBucket, clock, log } = provisions;
  return createHandler({
    jobs: createDynamoWorkspaceExportJobs(core),
    files: createS3ExportFiles(exportFilesBucket),
    records: createExportedRecords({
      workspaces: createDynamoWorkspaceReader(core),
      members: createDynamoMemberReader(core),
      keys: createDynamoManagedKeyReader(core),
      endpoints: createDynamoEndpointReader(core),
      accounts: createDynamoAccountReader(core),
      tags: createDynamoTagReader(core),
      media: createDynamoMediaReader(core),
      posts: createDynamoPostReader(core),
      broadcasts: createDynamoBroadcastReader(core),
      contacts: createDynamoContactReader(core),
      phoneNumbers: createDynamoPhoneNumberReader(core),
      conversations: createDynamoConversationReader(core),
      messages: createDynamoMessageReader(core),
      externalRecords: createDynamoExternalRecordReader(core),
      pages: createDynamoPageReader(core),
      blocks: createDynamoBlockReader(core),
      domains: createDynamoPageDomainReader(core),
      pixels: createDynamoPixelReader(core),
      audit: createDynamoAuditReader(core),
    }),
    clock,
    log,
  });
}

export const handler = consumerEntry(consumer, [], build);
