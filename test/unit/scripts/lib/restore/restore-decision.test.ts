import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createDecision, type Decision } from '#scripts/lib/restore/restore-decision.ts';
import { blockKey, pageKey, slugKey } from '#shared/biolinks/store/keys.ts';
import { withNews } from '#shared/events/records/external-record.ts';
import { hashContact } from '#shared/events/runtime/contact-hash.ts';
import { toEventItem } from '#shared/events/store/event-items.ts';
import { toLinkItem, toRecordItem } from '#shared/events/store/external-record-items.ts';
import { broadcastKey, contactKey, conversationKey, messageKey } from '#shared/events/store/keys.ts';
import { packBody } from '#shared/events/store/packed-body.ts';
import {
  connectedNumberKey,
  conversationLinkKey,
  openConversationKey,
  phoneNumberKey,
  verifiedNumberKey,
  contactAddressKey,
} from '#shared/messaging/store/keys.ts';
import {
  apiKeyKey,
  directoryKey,
  emailKey,
  keyPointerKey,
  memberKey,
  rateCounterKey,
} from '#shared/platform/store/keys.ts';
import type { Item } from '#shared/platform/store/table.ts';
import { postKey } from '#shared/publishing/store/keys.ts';
import {
  endpointKey,
  notificationTargetKey,
  targetKey,
  confirmationLimitKey,
} from '#shared/webhooks/store/keys.ts';
import { hashOfWorkspace } from '#shared/workspaces/store/dynamo-workspace-deletions.ts';
import { erasedWorkspaceKey, workspaceDeletionKey } from '#shared/workspaces/store/keys.ts';
import { anEventAbout } from '#test/support/builders/events/event-builders.ts';
import { newsWith } from '#test/support/builders/events/record-builders.ts';
import { NOW, secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';

const workspaceId = randomUUID();
const [memberId, keyId, endpointId, contact] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
const HASH = 'hash';

const KEY = { ...apiKeyKey(HASH), workspaceId, memberId, id: keyId };
const POINTER = { ...keyPointerKey(workspaceId, keyId), id: keyId, hash: HASH, memberId };
const MEMBER = { ...memberKey(workspaceId, memberId), workspaceId, id: memberId };
const EMAIL = { ...emailKey(workspaceId, 'ada@example.com'), memberId };
const ENDPOINT = { ...endpointKey(endpointId), workspaceId, responsibleMember: { id: memberId } };
const TARGET = { ...targetKey(endpointId), workspaceId };
const TOMBSTONE = { ...TARGET, deleted: true };
const REMOVED = { ...MEMBER, removedAt: 1 };
const ACTING = { kind: 'event', fanOut: 1, duePk: 'DUE#1', dueSk: '1', dueAt: 1, dueSeq: 4, dueTimer: true };
const RECORDED = anEventAbout(contact, { workspaceId });
const EVENT = { ...toEventItem(RECORDED) };
/** As versions before the compression of bodies stored it. */
const EVENT_OF_TEXT = { ...EVENT, body: RECORDED.body };
const REDACTED = { ...EVENT, body: '' };
const UNREADABLE = [
  { ...EVENT, body: Buffer.from([250, 1, 2]) },
  { ...EVENT, body: packBody(RECORDED.body, RECORDED).subarray(0, -2) },
  { ...EVENT, body: Buffer.from([0, 1, 2]) },
  { ...EVENT, body: '{"data":' },
  { ...EVENT, body: 7 },
  { ...EVENT, body: undefined },
  { ...EVENT, recordedAt: undefined },
] as const;
const POST = { ...postKey(randomUUID()), workspaceId, status: 'draft', revision: 3 };
const PAGE = { ...pageKey('page'), workspaceId, id: 'page', domainId: 'domain', slug: 'ada', revision: 3 };
const BLOCK = { ...blockKey('page', 'block'), workspaceId };
const SLUG_OF_ANOTHER = { ...slugKey('domain', 'ada'), workspaceId, pageId: 'other' };
const BROADCAST = { ...broadcastKey(randomUUID()), workspaceId, state: 'draft', revision: 3 };
const CONTACT = { ...contactKey(workspaceId, contact), workspaceId, id: contact, revision: 3 };
const ADDRESS = { ...contactAddressKey(workspaceId, HASH), workspaceId, contactId: contact };

/** A conversation with the contact, its uniqueness item, the link to it and a message. */
const CONVERSATION = {
  ...conversationKey(workspaceId, 'talk'),
  workspaceId,
  id: 'talk',
  contactId: contact,
  status: 'open',
  revision: 3,
};
const OPEN = { ...openConversationKey(workspaceId, contact, 'sms'), workspaceId, conversationId: 'talk' };
const LINK = { ...conversationLinkKey(workspaceId, hashContact(contact), 'talk'), workspaceId };
const MESSAGE = {
  ...messageKey(workspaceId, 'message'),
  workspaceId,
  contactId: contact,
  status: 'delivered',
  planSeq: 2,
  revision: 3,
};
const MESSAGING = [
  ['conversation', CONVERSATION],
  ['open-conversation', OPEN],
  ['conversation-link', LINK],
  ['message', MESSAGE],
] as const;

const NUMBER = {
  ...phoneNumberKey(workspaceId, 'number'),
  workspaceId,
  id: 'number',
  platform: 'sms',
  phone: '+12025550143',
  state: 'verified',
};
const CONNECTED = {
  ...connectedNumberKey(workspaceId, 'sms', '+12025550143'),
  workspaceId,
  phoneNumberId: 'number',
};
const VERIFIED = {
  ...verifiedNumberKey('sms', '+12025550143'),
  workspaceId,
  phoneNumberId: 'number',
};

const MAIL_TARGET = {
  ...notificationTargetKey(workspaceId, randomUUID()),
  workspaceId,
  destination: { kind: 'email', email: 'ada@example.com', state: 'active' },
};
const withState = (state: string) => ({
  ...MAIL_TARGET,
  destination: { ...MAIL_TARGET.destination, state },
});

const SAID = newsWith({ contact: { id: contact }, order: { id: randomUUID() } }, { workspaceId }).news.map(
  (each) => withNews(undefined, [each], 'position'),
);
const [CONTACT_RECORD, ORDER_RECORD] = SAID.map((record) => ({ ...toRecordItem(record) }));
const [, ORDER_LINK] = SAID.map((record) => ({ ...toLinkItem(record, contact) }));
/** Records of other systems: a contact, an order of the contact, and the link between them. */
const RECORDS = [
  ['contact-record', CONTACT_RECORD ?? {}],
  ['external-record', ORDER_RECORD ?? {}],
  ['record-link', ORDER_LINK ?? {}],
] as const;

type World = {
  readonly live?: readonly Item[];
  readonly overwrite?: boolean;
  readonly erasedAt?: Date;
  readonly deletedEndpoints?: ReadonlySet<string>;
};

/** The decision about an item of the restored table, which also has the items of `restored`. */
function decide(found: Item, world: World = {}): Promise<Decision> {
  const { live = [], overwrite = false, erasedAt, deletedEndpoints = new Set() } = world;
  const erasures = new Map(erasedAt ? [[`${workspaceId}/${hashContact(contact)}`, erasedAt.getTime()]] : []);
  const restored = [KEY, POINTER, MEMBER, EMAIL, ENDPOINT, TARGET, PAGE];
  return createDecision({
    live: tableOf(live),
    restored: tableOf(restored),
    overwrite,
    now: NOW,
    erasures,
    deletedEndpoints,
  })(found);
}

function tableOf(items: readonly Item[]) {
  return {
    get: async (key: { readonly pk: string; readonly sk: string }) =>
      items.find(({ pk, sk }) => pk === key.pk && sk === key.sk),
  };
}

const written = expect.objectContaining({ action: 'write' });

describe('a restore', () => {
  it.each<[string, Item]>([
    ['API key', KEY],
    ['pointer of a key', POINTER],
    ['member', MEMBER],
    ['email address', EMAIL],
    ['endpoint', ENDPOINT],
    ['delivery target of a deleted endpoint', TOMBSTONE],
    ['event', EVENT],
    ['event with a body of text', EVENT_OF_TEXT],
    ['post', POST],
    ['broadcast', BROADCAST],
    ['page', PAGE],
    ['block of a page that comes back', BLOCK],
    ['notification target', MAIL_TARGET],
    ['endpoint directory', { ...directoryKey(workspaceId, 0), endpoints: {} }],
  ])('writes a lost item: %s', async (_, found) => {
    expect(await decide(found)).toEqual(written);
  });

  it.each<[string, Item, World, string]>([
    ['a revoked key', KEY, { live: [{ ...KEY, revokedAt: 1 }], overwrite: true }, 'the key was revoked'],
    ['the pointer of a revoked key', POINTER, { live: [{ ...KEY, revokedAt: 1 }] }, 'the key was revoked'],
    ['a removed member', MEMBER, { live: [REMOVED], overwrite: true }, 'the member was removed'],
    ['the email address of a removed member', EMAIL, { live: [REMOVED] }, 'the member was removed'],
    ['the key of a removed member', KEY, { live: [REMOVED] }, 'the member of the key was removed'],
    ['the endpoint of a removed member', ENDPOINT, { live: [REMOVED] }, 'its responsible member was removed'],
    ['a deleted endpoint', ENDPOINT, { live: [TOMBSTONE] }, 'the endpoint was deleted'],
    [
      'an endpoint whose delivery target has expired since its deletion',
      ENDPOINT,
      { deletedEndpoints: new Set([endpointId]) },
      'the endpoint was deleted',
    ],
    [
      'an item of an erased workspace',
      POST,
      { live: [{ ...erasedWorkspaceKey(hashOfWorkspace(workspaceId)) }] },
      'its workspace was deleted',
    ],
    [
      'an item of a workspace that is being erased',
      POST,
      { live: [{ ...workspaceDeletionKey(workspaceId), phase: 'closing' }] },
      'its workspace was deleted',
    ],
    ['an erased contact', CONTACT, { erasedAt: secondsAfterNow(-1) }, 'the contact was erased'],
    ['an address of an erased contact', ADDRESS, { erasedAt: NOW }, 'the contact was erased'],
    ...RECORDS.map(([kind, item]): [string, Item, World, string] => [
      `the ${kind} of an erased contact`,
      item,
      { erasedAt: NOW },
      'the contact was erased',
    ]),
    ...MESSAGING.map(([kind, item]): [string, Item, World, string] => [
      `the ${kind} of an erased contact`,
      item,
      { erasedAt: NOW },
      'the contact was erased',
    ]),
    [
      'the item of an open conversation that was closed',
      OPEN,
      { live: [{ ...CONVERSATION, status: 'closed' }] },
      'the conversation was closed',
    ],
    [
      'a number whose phone number another workspace has verified',
      NUMBER,
      { live: [{ ...VERIFIED, workspaceId: 'other', phoneNumberId: 'other' }] },
      'another number has been verified with its phone number',
    ],
    [
      'a number whose phone number was connected again',
      { ...NUMBER, state: 'unverified' },
      { live: [{ ...CONNECTED, phoneNumberId: 'other' }] },
      'its phone number was connected again',
    ],
    [
      'the claim of a number that is not verified any more',
      VERIFIED,
      { live: [{ ...NUMBER, state: 'rejected' }] },
      'the number is not verified any more',
    ],
    [
      'a record that cannot be read',
      { ...ORDER_RECORD, layers: 7 },
      {},
      'it cannot be read, so its contact may have been erased',
    ],
    ['an event about an erased contact', EVENT, { erasedAt: NOW }, 'its contact was erased'],
    [
      'an event about an erased contact, with a body of text',
      EVENT_OF_TEXT,
      { erasedAt: NOW },
      'its contact was erased',
    ],
    ['a page whose slug another page has', PAGE, { live: [SLUG_OF_ANOTHER] }, 'another page has its slug'],
    [
      'a block of a page that does not come back',
      BLOCK,
      { live: [SLUG_OF_ANOTHER] },
      'its page is not restored',
    ],
    ['an expired item', { ...EVENT, ttl: NOW.getTime() / 1000 }, {}, 'expired'],
    ['a post that was being published', { ...POST, run: {} }, {}, 'was being published or sent'],
    [
      'a broadcast that was being sent',
      { ...BROADCAST, state: 'in_flight' },
      {},
      'was being published or sent',
    ],
    [
      'the consent of an owner who has unsubscribed',
      MAIL_TARGET,
      { live: [withState('unsubscribed')], overwrite: true },
      'the owner of its address does not agree any more',
    ],
    [
      'the consent of an owner who was asked again',
      MAIL_TARGET,
      { live: [withState('pending_confirmation')] },
      'the owner of its address does not agree any more',
    ],
    [
      'a limit of confirmation mails',
      { ...confirmationLimitKey(`W-${workspaceId}`, '2026-11-21'), used: 10 },
      {},
      'items of this kind are not restored',
    ],
    [
      'a counter of the rate limits',
      { ...rateCounterKey('key', NOW), requests: 1 },
      {},
      'items of this kind are not restored',
    ],
  ])('does not bring back %s', async (_, found, world, reason) => {
    expect(await decide(found, world)).toMatchObject({ action: 'skip', reason });
  });

  it('never replaces a delivery target by the one of a deleted endpoint', async () => {
    const decision = await decide(TOMBSTONE, { live: [TARGET], overwrite: true });
    expect(decision.action).toBe('conflict');
  });

  it('replaces a notification target if no consent of the owner of its address comes back', async () => {
    for (const live of [withState('active'), withState('unsubscribed')])
      expect(await decide({ ...live, name: 'Ada' }, { live: [live], overwrite: true })).toEqual(written);
  });

  it('brings back items while the deletion of the workspace can be cancelled', async () => {
    const live = [{ ...workspaceDeletionKey(workspaceId), phase: 'grace' }];
    expect(await decide(POST, { live })).toEqual(written);
  });

  it.each(RECORDS)('brings back a missing %s, and never replaces one', async (kind, found) => {
    const live = [{ ...found, version: 7 }];

    expect(await decide(found)).toMatchObject({ action: 'write', kind });
    expect(await decide(found, { live, overwrite: true })).toMatchObject({ action: 'conflict' });
  });

  it.each(MESSAGING)('brings back a missing %s, and never replaces one', async (kind, found) => {
    const live = [{ ...found, lastChange: { nonce: 'x' } }];

    expect(await decide(found)).toMatchObject({ action: 'write', kind });
    expect(await decide(found, { live, overwrite: true })).toMatchObject({ action: 'conflict' });
  });

  it('brings back numbers that nobody else has verified, and the item of a conversation that is open', async () => {
    const other = { ...VERIFIED, workspaceId: 'other', phoneNumberId: 'other' };

    expect(await decide(CONNECTED)).toEqual(written);
    expect(await decide(NUMBER, { live: [VERIFIED, CONNECTED] })).toEqual(written);
    expect(await decide({ ...NUMBER, state: 'unverified' }, { live: [other] })).toEqual(written);
    expect(await decide(VERIFIED, { live: [NUMBER] })).toEqual(written);
    expect(await decide(VERIFIED)).toEqual(written);
    expect(await decide(OPEN, { live: [CONVERSATION] })).toEqual(written);
  });

  it.each(['queued', 'sending'])(
    'never sends a message that was %s: its result is unknown',
    async (status) => {
      const found = { ...MESSAGE, ...ACTING, status, claim: { token: 'token', until: 1 } };
      const decision = await decide(found);

      expect(decision).toMatchObject({
        action: 'write',
        item: { status: 'unknown', errorCode: 'result_unknown', planSeq: 3, revision: 4 },
      });
      for (const name of ['claim', ...Object.keys(ACTING)])
        expect(decision).not.toHaveProperty(`item.${name}`);
    },
  );

  it('brings back a message with its status', async () => {
    expect(await decide(MESSAGE)).toMatchObject({ item: { status: 'delivered', planSeq: 2 } });
  });

  it('brings back an ingested event without the attribute by which records follow it', async () => {
    const decision = await decide({ ...EVENT, ...ACTING, ingested: true });

    expect(decision).toEqual(written);
    expect(decision).not.toHaveProperty('item.ingested');
  });

  it('brings back a missing contact with its addresses, and never replaces one', async () => {
    const live = [{ ...CONTACT, revision: 4 }];

    expect(await decide(CONTACT)).toMatchObject({ action: 'write', kind: 'contact' });
    expect(await decide(ADDRESS)).toMatchObject({ action: 'write', kind: 'contact-address' });
    expect(await decide(CONTACT, { live, overwrite: true })).toMatchObject({ action: 'conflict' });
  });

  it('brings back an event about a contact that was recorded after the erasure', async () => {
    expect(await decide(EVENT, { erasedAt: secondsAfterNow(-1) })).toEqual(written);
  });

  it('brings back a redacted event, whose body is empty', async () => {
    expect(await decide(REDACTED, { erasedAt: NOW })).toEqual(written);
  });

  it.each(UNREADABLE)('never brings back an event whose body cannot be read: $body', async (found) => {
    for (const world of [{}, { erasedAt: NOW }, { overwrite: true }])
      expect(await decide(found, world)).toMatchObject({
        action: 'conflict',
        reason: 'its body cannot be read, so its contact may have been erased',
      });
  });

  it.each<[string, Item]>([
    ['an event', EVENT],
    ['a post', POST],
    ['a broadcast', BROADCAST],
  ])('writes %s without what would send it or set its timer', async (_, found) => {
    const decision = await decide({ ...found, ...ACTING });
    const item = decision.action === 'write' ? decision.item : {};

    expect(Object.keys(item)).not.toEqual([]);
    expect(Object.keys(item).filter((name) => name in ACTING)).toEqual([]);
  });

  it.each<[string, Item, object]>([
    ['post', { ...POST, status: 'scheduled', dueSk: '1' }, { status: 'draft' }],
    ['broadcast', { ...BROADCAST, state: 'scheduled', dueSk: '1' }, { state: 'draft' }],
  ])('makes a scheduled %s a draft, at a revision that no client has seen', async (_, found, draft) => {
    const live = { ...found, ...draft, revision: 7, lastChange: { nonce: 'x' } };

    expect(await decide(found, { live: [live], overwrite: true })).toMatchObject({
      action: 'write',
      item: { ...draft, revision: 8 },
    });
  });

  it.each<[string, Item, object]>([
    ['post', POST, { status: 'scheduled' }],
    ['post', POST, { run: {} }],
    ['broadcast', BROADCAST, { state: 'in_flight' }],
  ])('never replaces a %s whose state has changed since then: %j', async (_, found, since) => {
    const live = [{ ...found, ...since }];

    expect(await decide(found, { live, overwrite: true })).toMatchObject({ action: 'conflict' });
  });

  it.each<[string, Item, boolean, Decision['action']]>([
    ['a page or post that differs', POST, false, 'conflict'],
    ['a page or post that differs, with --overwrite', POST, true, 'write'],
    ['a member that differs, with --overwrite', MEMBER, true, 'conflict'],
  ])('decides about %s', async (_, found, overwrite, action) => {
    expect(await decide(found, { live: [{ ...found, name: 'Other' }], overwrite })).toMatchObject({ action });
  });

  it('leaves an equal item as it is', async () => {
    expect(await decide(POST, { live: [POST], overwrite: true })).toMatchObject({ action: 'same' });
  });
});
