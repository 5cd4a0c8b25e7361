import {
  blockKey,
  blockOrderKey,
  domainKey,
  hostKey,
  ownHostKey,
  pageDayKey,
  pageKey,
  pixelKey,
  slugKey,
} from '#shared/biolinks/store/keys.ts';
import {
  broadcastKey,
  contactKey,
  contactRecordKey,
  conversationKey,
  erasureKey,
  externalRecordKey,
  messageKey,
  recordLinkKey,
} from '#shared/events/store/keys.ts';
import {
  connectedNumberKey,
  conversationLinkKey,
  openConversationKey,
  phoneNumberKey,
  verifiedNumberKey,
  contactAddressKey,
  contactHashKey,
} from '#shared/messaging/store/keys.ts';
import {
  apiKeyKey,
  auditKey,
  bucketKeyKey,
  calendarKey,
  directoryKey,
  emailKey,
  type Key,
  keyPointerKey,
  memberKey,
  workspaceKey,
} from '#shared/platform/store/keys.ts';
import { sequenceKey, sequentialKey, sequentialPointerKey } from '#shared/platform/store/sequential-keys.ts';
import {
  accountIdentityKey,
  oauthAppKey,
  postingQueueKey,
  postKey,
  publicationKey,
} from '#shared/publishing/store/keys.ts';
import { endpointKey, notificationTargetKey, targetKey } from '#shared/webhooks/store/keys.ts';

/** What the restore does with the items of a kind. */
type Rule = {
  readonly kind: string;
  /** The function that builds the keys of the kind. */
  readonly builtBy: string;
  readonly pk: RegExp;
  readonly sk: RegExp;
  /** Whether `--overwrite` may replace the live item. Identities, uniqueness items, events and histories are never replaced. */
  readonly mayOverwrite: boolean;
};

const ANY = '*';
const KINDS = ['A', 'T', 'MD'];
const REPLACEABLE = { mayOverwrite: true };

/** The kinds of items that a restore brings back, by the functions that build their keys. */
const RULES: readonly Rule[] = [
  // Restored before all others, and never replaced.
  rule('bucket-key', bucketKeyKey, { pk: 'BUCKET#*', sk: 'V#*' }),
  rule('workspace', workspaceKey, workspaceKey(ANY)),
  rule('member', memberKey, memberKey(ANY, ANY)),
  rule('email', emailKey, emailKey(ANY, ANY)),
  rule('key-pointer', keyPointerKey, keyPointerKey(ANY, ANY)),
  rule('api-key', apiKeyKey, apiKeyKey(ANY)),
  rule('directory', directoryKey, { pk: 'DIR#*', sk: directoryKey(ANY, 0).sk }),
  rule('erasure', erasureKey, erasureKey(ANY, ANY)),
  rule('domain', domainKey, domainKey(ANY, ANY), REPLACEABLE),
  rule('own-host', ownHostKey, ownHostKey(ANY, ANY)),
  rule('host', hostKey, hostKey(ANY)),
  rule('pixel', pixelKey, pixelKey(ANY, ANY), REPLACEABLE),
  ...KINDS.flatMap((kind) => [
    rule('sequence', sequenceKey, sequenceKey(ANY, kind)),
    rule('sequential-pointer', sequentialPointerKey, sequentialPointerKey(ANY, kind, ANY)),
    rule('sequential', sequentialKey, numbered(sequentialKey(ANY, kind, 0)), REPLACEABLE),
  ]),
  rule('account-identity', accountIdentityKey, accountIdentityKey(ANY, ANY, ANY)),
  rule('endpoint', endpointKey, endpointKey(ANY), REPLACEABLE),
  // Restored with the endpoint. Only the one of a deleted endpoint is restored alone.
  rule('delivery-target', targetKey, targetKey(ANY)),
  rule('notification-target', notificationTargetKey, notificationTargetKey(ANY, ANY), REPLACEABLE),
  rule('event', 'eventKey', { pk: 'EV#*', sk: ANY }),
  rule('audit-entry', auditKey, {
    pk: `${auditKey(ANY, new Date(0), ANY).pk.slice(0, -'yyyy-mm'.length)}*`,
    sk: ANY,
  }),
  rule('broadcast', broadcastKey, broadcastKey(ANY), REPLACEABLE),
  // Not replaceable: the older addresses of a contact could belong to another one now.
  rule('contact', contactKey, contactKey(ANY, ANY)),
  rule('calendar', calendarKey, calendarKey(ANY)),
  rule('contact-address', contactAddressKey, contactAddressKey(ANY, ANY)),
  rule('contact-hash-key', contactHashKey, contactHashKey(ANY)),
  // Not replaceable: the live record has learned from later events.
  rule('contact-record', contactRecordKey, contactRecordKey(ANY, ANY)),
  rule('external-record', externalRecordKey, externalRecordKey(ANY, ANY, ANY)),
  rule('record-link', recordLinkKey, recordLinkKey(ANY, ANY, ANY, ANY)),
  // Not replaceable: the live conversation has later messages, and the live message has a later status.
  rule('conversation', conversationKey, conversationKey(ANY, ANY)),
  rule('open-conversation', openConversationKey, openConversationKey(ANY, ANY, ANY)),
  rule('conversation-link', conversationLinkKey, conversationLinkKey(ANY, ANY, ANY)),
  rule('message', messageKey, messageKey(ANY, ANY)),
  // Not replaceable: the number could belong to another workspace now.
  rule('connected-number', connectedNumberKey, connectedNumberKey(ANY, ANY, ANY)),
  rule('phone-number', phoneNumberKey, phoneNumberKey(ANY, ANY)),
  rule('verified-number', verifiedNumberKey, verifiedNumberKey(ANY, ANY)),
  rule('slug', slugKey, slugKey(ANY, ANY)),
  rule('page', pageKey, pageKey(ANY), REPLACEABLE),
  rule('block', blockKey, blockKey(ANY, ANY), REPLACEABLE),
  rule('block-order', blockOrderKey, blockOrderKey(ANY), REPLACEABLE),
  // Not replaceable: the live day has later visits.
  rule('page-day', pageDayKey, pageDayKey(ANY, ANY)),
  rule('oauth-app', oauthAppKey, oauthAppKey(ANY, ANY), REPLACEABLE),
  rule('post', postKey, postKey(ANY), REPLACEABLE),
  rule('posting-queue', postingQueueKey, postingQueueKey(ANY), REPLACEABLE),
  rule('publication', publicationKey, { pk: publicationKey(ANY, 0, 0).pk, sk: 'PUB#*' }),
];

/** The functions whose items are restored. */
export const RESTORED_KEYS: ReadonlySet<string> = new Set(RULES.map(({ builtBy }) => builtBy));

/**
 * The functions whose items are not restored: responses, requests, claims, counters and pending jobs belong to the past, and would
 * act again.
 */
export const NEVER_RESTORED_KEYS: ReadonlySet<string> = new Set([
  'workspaceDeletionKey',
  'erasedWorkspaceKey',
  // A restored item can have an old form again, so the migrations run again.
  'migrationRunKey',
  'migrationDoneKey',
  'exportKey',
  'runningExportKey',
  'broadcastRunKey',
  'broadcastControlKey',
  'broadcastEstimateKey',
  'recipientKey',
  'recipientCountsKey',
  'sendRateKey',
  'contactImportKey',
  'importRejectionsKey',
  'runningImportKey',
  'recentImportsKey',
  'listMemberKey',
  'erasureContactKey',
  'recoveryKey',
  'runningRecoveryKey',
  'deliveryRequestKey',
  'notificationRequestKey',
  'confirmationLimitKey',
  'dedupeKey',
  'idempotencyKey',
  'rateCounterKey',
  'feedWaitsKey',
  'unlockAttemptsKey',
  'accessTokenKeyKey',
  'countedMessagesKey',
  'previewKey',
  'previewListKey',
  'visitorSaltKey',
  'accountRemovalKey',
  // The live posts decide, and a restored post is a draft.
  'slotKey',
  'postTimeKey',
  'postRemovalKey',
  'connectClaimKey',
  'tokenLeaseKey',
  'queuedMessageKey',
  'providerMessageKey',
  // Recounted instead: the live items decide.
  'quotaKey',
]);

function rule(
  kind: string,
  builder: string | { readonly name: string },
  { pk, sk }: Key,
  { mayOverwrite } = { mayOverwrite: false },
): Rule {
  const builtBy = typeof builder === 'string' ? builder : builder.name;
  return { kind, builtBy, pk: patternOf(pk), sk: patternOf(sk), mayOverwrite };
}

/** `*` stands for any text. */
function patternOf(text: string): RegExp {
  return new RegExp(`^${text.replaceAll(ANY, '.+')}$`, 'u');
}

function numbered({ pk }: Key): Key {
  return { pk, sk: String.raw`\d+` };
}

/** The rule of an item; undefined if items of its kind are not restored. */
export function ruleOf({ pk, sk }: { readonly pk: string; readonly sk: string }): Rule | undefined {
  return RULES.find((each) => each.pk.test(pk) && each.sk.test(sk));
}
