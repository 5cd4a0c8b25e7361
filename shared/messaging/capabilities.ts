import type { CapabilityRows } from '#shared/platform/runtime/capability-rows.ts';

/** The items, the queues and the other capabilities of this product. */
export const MESSAGING_CAPABILITIES = {
  shapes: {
    contacts: { table: 'core', partitions: 'CT#*', keys: ['contactKey'] },
    'contact-imports': {
      table: 'core',
      partitions: 'IM#*',
      keys: ['contactImportKey', 'importRejectionsKey', 'runningImportKey', 'recentImportsKey'],
    },
    'list-members': { table: 'core', partitions: 'LM#*', keys: ['listMemberKey'] },
    'contact-addresses': { table: 'core', partitions: 'CA#*', keys: ['contactAddressKey'] },
    'contact-hash-keys': { table: 'core', partitions: 'CK#*', keys: ['contactHashKey'] },
    conversations: { table: 'core', partitions: 'CV#*', keys: ['conversationKey'] },
    'open-conversations': { table: 'core', partitions: 'CO#*', keys: ['openConversationKey'] },
    'conversation-links': { table: 'core', partitions: 'CC#*', keys: ['conversationLinkKey'] },
    messages: { table: 'core', partitions: 'MS#*', keys: ['messageKey'] },
    'queued-messages': { table: 'core', partitions: 'MQ#*', keys: ['queuedMessageKey'] },
    'provider-messages': { table: 'core', partitions: 'MP#*', keys: ['providerMessageKey'] },
    'phone-numbers': { table: 'core', partitions: 'PN#*', keys: ['phoneNumberKey', 'connectedNumberKey'] },
    'verified-numbers': { table: 'core', partitions: 'PU#*', keys: ['verifiedNumberKey'] },
    'listed-contacts': { table: 'core', index: 'by-owner', partitions: 'CT#*', keys: ['contactPartition'] },
    'listed-conversations': {
      table: 'core',
      index: 'by-owner',
      partitions: 'CV#*',
      keys: ['conversationPartition'],
    },
    'listed-messages': { table: 'core', index: 'by-owner', partitions: 'MS#*', keys: ['messagePartition'] },
    'dated-contacts': {
      table: 'core',
      index: 'by-due',
      partitions: 'CT#*',
      keys: ['datedContactsPartition'],
    },
  },
  queues: ['message', 'receipt', 'calendar', 'import'],
  services: {
    /** Signing uploads of files of imports. */
    'put-imports': {
      provides: ['putImportsBucket'],
      grants: [{ actions: ['s3:PutObject'], on: 'imports' }],
    },
    /** Reading files of imports. */
    'read-imports': {
      provides: ['readImportsBucket'],
      grants: [
        { actions: ['s3:GetObject'], on: 'imports' },
        // Without it S3 returns 403 for a missing object, the same as for a missing permission.
        { actions: ['s3:ListBucket'], on: 'media-bucket' },
      ],
    },
    'delete-imports': {
      provides: ['readImportsBucket'],
      grants: [{ actions: ['s3:DeleteObject'], on: 'imports' }],
    },
    /** Reading what AWS knows about a phone number. */
    'describe-numbers': {
      provides: ['messagingChannels'],
      grants: [
        { actions: ['sms-voice:DescribePhoneNumbers', 'sms-voice:ListTagsForResource'], on: 'sms-numbers' },
        {
          actions: [
            'social-messaging:GetLinkedWhatsAppBusinessAccountPhoneNumber',
            'social-messaging:ListTagsForResource',
          ],
          on: 'whatsapp-numbers',
        },
      ],
    },
    /** Reading the templates of a WhatsApp Business account. */
    'list-templates': {
      provides: ['messagingChannels'],
      grants: [{ actions: ['social-messaging:ListWhatsAppMessageTemplates'], on: 'whatsapp-accounts' }],
    },
    /** Sending from numbers with the tag `workspace`, and only with the configuration set and the protect configuration of the stage. */
    'send-messages': {
      provides: ['messagingChannels'],
      grants: [
        { actions: ['sms-voice:SendTextMessage'], on: 'sms-numbers', assigned: true },
        { actions: ['sms-voice:SendTextMessage'], on: 'sms-configuration' },
        {
          actions: ['social-messaging:SendWhatsAppMessage', 'social-messaging:PostWhatsAppMessageMedia'],
          on: 'whatsapp-numbers',
          assigned: true,
        },
      ],
    },
    /** Letting AWS write the files of received messages into the bucket. */
    'receive-files': {
      provides: ['putMediaBucket'],
      grants: [
        {
          actions: ['social-messaging:GetWhatsAppMessageMedia'],
          on: 'whatsapp-numbers',
          assigned: true,
        },
      ],
    },
  },
} as const satisfies CapabilityRows;

declare module '#shared/platform/runtime/capabilities.ts' {
  interface ProductCapabilities {
    readonly messaging: typeof MESSAGING_CAPABILITIES;
  }
}
