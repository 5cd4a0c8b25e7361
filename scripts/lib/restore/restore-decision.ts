import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import { blockOrderKey, pageKey, slugKey } from '#shared/biolinks/store/keys.ts';
import { contactOf } from '#shared/events/records/external-record.ts';
import { hashContact } from '#shared/events/runtime/contact-hash.ts';
import { readContact } from '#shared/events/store/event-items.ts';
import { fromRecordItem } from '#shared/events/store/external-record-items.ts';
import { conversationKey } from '#shared/events/store/keys.ts';
import { connectedNumberKey, phoneNumberKey, verifiedNumberKey } from '#shared/messaging/store/keys.ts';
import { timeOfId } from '#shared/platform/runtime/ids.ts';
import { orError } from '#shared/platform/store/item-schema.ts';
import { apiKeyKey, type Key, memberKey } from '#shared/platform/store/keys.ts';
import type { Item, Table } from '#shared/platform/store/table.ts';
import { endpointKey, targetKey } from '#shared/webhooks/store/keys.ts';
import { hashOfWorkspace } from '#shared/workspaces/store/dynamo-workspace-deletions.ts';
import { erasedWorkspaceKey, workspaceDeletionKey } from '#shared/workspaces/store/keys.ts';
import { ruleOf } from './restorable-kinds.ts';
import { withoutPast } from './without-past.ts';

/** What happens to an item: written, or not and why. */
export type Decision =
  | {
      readonly action: 'write';
      readonly kind: string;
      readonly item: Item & Key;
      readonly live: Item | undefined;
    }
  | { readonly action: 'skip' | 'conflict' | 'same'; readonly kind: string; readonly reason: string };

export type DecisionInput = {
  /** The live table. */
  readonly live: Pick<Table, 'get'>;
  /** The table of the point in time. */
  readonly restored: Pick<Table, 'get'>;
  readonly overwrite: boolean;
  readonly now: Date;
  /** Erasures of contacts in the live table, by workspace and hash of the contact, with the time of the latest request. */
  readonly erasures: ReadonlyMap<string, number>;
  /** The endpoints that the live audit log says were deleted. */
  readonly deletedEndpoints: ReadonlySet<string>;
};

/** Decides about the items of a restored table, one at a time. Reads, and writes nothing. */
export function createDecision({
  live,
  restored,
  overwrite,
  now,
  erasures,
  deletedEndpoints,
}: DecisionInput) {
  const erased = new Map<string, Promise<boolean>>();

  return async (found: Item): Promise<Decision> => {
    const key = { pk: String(found['pk']), sk: String(found['sk']) };
    const rule = ruleOf(key);
    if (!rule) return skip('other', 'items of this kind are not restored');
    const { kind } = rule;
    if (typeof found['ttl'] === 'number' && found['ttl'] * 1000 <= now.getTime())
      return skip(kind, 'expired');
    const workspaceId = ownerOf(found, key);
    if (workspaceId === undefined) return conflict(kind, 'its workspace is unknown');
    if (await isErased(workspaceId)) return skip(kind, 'its workspace was deleted');
    if (kind === 'event' && readContact(found) === undefined)
      return conflict(kind, 'its body cannot be read, so its contact may have been erased');
    const current = await live.get(key);
    if (current && isDeepStrictEqual(current, found)) return { action: 'same', kind, reason: 'unchanged' };
    const reason = await findReasonToSkip(kind, found, current, workspaceId);
    if (reason) return skip(kind, reason);
    if (current && kind === 'directory')
      return { action: 'same', kind, reason: 'restored with its endpoints' };
    if (current && !rule.mayOverwrite) return conflict(kind, 'differs, and is never overwritten');
    if (current && !overwrite) return conflict(kind, 'differs; --overwrite replaces it');
    if (current && isInUse(kind, current)) return conflict(kind, 'is scheduled, published or sent meanwhile');
    const item = withoutPast(kind, found, current);
    if (!item) return skip(kind, 'was being published or sent');
    const written = kind === 'block' ? await revisionInOrder(item) : {};
    return { action: 'write', kind, item: { ...item, ...written, ...key }, live: current };
  };

  /** The revision that the live order of the blocks has of a lost block; `--overwrite` replaces the order as well. */
  async function revisionInOrder({ pk, id }: Item): Promise<Item> {
    const order = overwrite ? undefined : await live.get({ pk: String(pk), sk: blockOrderKey('').sk });
    const revisions: unknown = order?.['written'];
    const known = v.safeParse(v.record(v.string(), v.number()), revisions);
    const revision = known.success ? known.output[String(id)] : undefined;
    return revision === undefined ? {} : { revision };
  }

  function isErased(workspaceId: string): Promise<boolean> {
    const known = erased.get(workspaceId) ?? readErased(workspaceId);
    erased.set(workspaceId, known);
    return known;
  }

  async function readErased(workspaceId: string): Promise<boolean> {
    const trace = await live.get(erasedWorkspaceKey(hashOfWorkspace(workspaceId)));
    const deletion = await live.get(workspaceDeletionKey(workspaceId));
    return trace !== undefined || (deletion !== undefined && deletion['phase'] !== 'grace');
  }

  /** Why an item must not come back, whatever the options are. */
  async function findReasonToSkip(
    kind: string,
    found: Item,
    current: Item | undefined,
    workspaceId: string,
  ): Promise<string | undefined> {
    switch (kind) {
      case 'member':
        return current?.['removedAt'] === undefined ? undefined : 'the member was removed';
      case 'email':
        return (await isMemberGone(workspaceId, found['memberId'])) ? 'the member was removed' : undefined;
      case 'api-key':
        return whyNoKey(current, workspaceId, found);
      case 'key-pointer':
        return whyNoKey(await live.get(apiKeyKey(String(found['hash']))), workspaceId, found);
      case 'event':
        return isAboutErasedContact(found, workspaceId) ? 'its contact was erased' : undefined;
      case 'contact':
        return whyNoContact(found['id'], workspaceId);
      case 'calendar':
        return current ? 'the live calendar is newer' : undefined;
      case 'contact-address':
        return whyNoContact(found['contactId'], workspaceId);
      case 'conversation':
      case 'message':
        return whyNoContact(found['contactId'], workspaceId);
      case 'open-conversation':
        return whyNotOpen(found, workspaceId);
      case 'phone-number':
        return whyNoNumber(found, workspaceId);
      case 'verified-number':
        return whyNotVerified(found, workspaceId);
      case 'external-record':
        return whyNoRecord(found, workspaceId);
      case 'contact-record':
      case 'record-link':
      case 'conversation-link':
        return whyNoHash(hashOfContact(found), workspaceId);
      case 'endpoint':
      case 'delivery-target':
        return whyNoEndpoint(found, workspaceId);
      case 'notification-target':
        return lostConsent(found, current) ? 'the owner of its address does not agree any more' : undefined;
      case 'page':
        return (await isSlugTaken(found)) ? 'another page has its slug' : undefined;
      case 'block':
      case 'block-order':
        return whyNoPage({ pk: String(found['pk']), sk: pageKey('').sk });
      case 'page-day':
        return whyNoPage(pageKey(String(found['pageId'])));
      default:
        return undefined;
    }
  }

  /** Revoked keys and removed members leave a trace for 90 days, longer than a backup exists. */
  async function whyNoKey(key: Item | undefined, workspaceId: string, { memberId }: Item) {
    if (key?.['revokedAt'] !== undefined) return 'the key was revoked';
    return (await isMemberGone(workspaceId, memberId)) ? 'the member of the key was removed' : undefined;
  }

  async function isMemberGone(workspaceId: string, memberId: unknown): Promise<boolean> {
    const member = await live.get(memberKey(workspaceId, String(memberId)));
    return member?.['removedAt'] !== undefined;
  }

  function isAboutErasedContact(event: Item, workspaceId: string): boolean {
    const contact = readContact(event)?.id;
    const erasedAt = contact && erasures.get(`${workspaceId}/${hashContact(contact)}`);
    return Boolean(erasedAt) && timeOfId(String(event['sk'])).getTime() <= Number(erasedAt);
  }

  /** The deletion of a contact requests its erasure, which stays stored for 30 days. */
  function whyNoContact(contactId: unknown, workspaceId: string): string | undefined {
    return whyNoHash(hashContact(String(contactId)), workspaceId);
  }

  function whyNoHash(contact: string, workspaceId: string): string | undefined {
    return erasures.has(`${workspaceId}/${contact}`) ? 'the contact was erased' : undefined;
  }

  function whyNoRecord(item: Item, workspaceId: string): string | undefined {
    const record = orError(() => fromRecordItem(item));
    if (record instanceof Error) return 'it cannot be read, so its contact may have been erased';
    const contact = contactOf(record);
    return contact === undefined ? undefined : whyNoContact(contact, workspaceId);
  }

  /** The item of an open conversation would keep its contact from another one. */
  async function whyNotOpen({ pk, conversationId }: Item, workspaceId: string): Promise<string | undefined> {
    const contactId = String(pk).split('#').at(-2);
    const reason = whyNoContact(contactId, workspaceId);
    if (reason !== undefined) return reason;
    const conversation = await live.get(conversationKey(workspaceId, String(conversationId)));
    return conversation === undefined || conversation['status'] === 'open'
      ? undefined
      : 'the conversation was closed';
  }

  async function whyNoNumber(number: Item, workspaceId: string): Promise<string | undefined> {
    const { id, state } = number;
    const [platform, phone] = [String(number['platform']), String(number['phone'])];
    const connected = await live.get(connectedNumberKey(workspaceId, platform, phone));
    if (connected && connected['phoneNumberId'] !== id) return 'its phone number was connected again';
    const verified = state === 'verified' ? await live.get(verifiedNumberKey(platform, phone)) : undefined;
    return verified && verified['phoneNumberId'] !== id
      ? 'another number has been verified with its phone number'
      : undefined;
  }

  async function whyNotVerified({ phoneNumberId }: Item, workspaceId: string): Promise<string | undefined> {
    const number = await live.get(phoneNumberKey(workspaceId, String(phoneNumberId)));
    return number === undefined || number['state'] === 'verified'
      ? undefined
      : 'the number is not verified any more';
  }

  /** A deleted endpoint leaves its delivery target. Its secrets were deleted, so it has to be created again. */
  async function whyNoEndpoint(key: Item, workspaceId: string): Promise<string | undefined> {
    const endpointId = endpointIdOf(key);
    const target = await live.get(targetKey(endpointId));
    // The delivery target stays for 14 days, the entry in the audit log for 90.
    if (target?.['deleted'] === true || deletedEndpoints.has(endpointId)) return 'the endpoint was deleted';
    const endpoint = await restored.get(endpointKey(endpointId));
    const responsible = v.safeParse(v.object({ responsibleMember: v.object({ id: v.string() }) }), endpoint);
    const isGone =
      responsible.success && (await isMemberGone(workspaceId, responsible.output.responsibleMember.id));
    return isGone ? 'its responsible member was removed' : undefined;
  }

  async function isSlugTaken({ id, slug, domainId }: Item): Promise<boolean> {
    const claim = await live.get(slugKey(String(domainId), String(slug)));
    return claim !== undefined && claim['pageId'] !== id;
  }

  async function whyNoPage(key: Key): Promise<string | undefined> {
    if (await live.get(key)) return undefined;
    const page = await restored.get(key);
    return !page || (await isSlugTaken(page)) ? 'its page is not restored' : undefined;
  }
}

/** Whether the owner of an email address had confirmed it, and has unsubscribed since. */
function lostConsent(found: Item, current: Item | undefined): boolean {
  return current !== undefined && receivesMail(found) && !receivesMail(current);
}

function receivesMail({ destination }: Item): boolean {
  const parsed = v.safeParse(v.object({ kind: v.literal('email'), state: v.literal('active') }), destination);
  return parsed.success;
}

/** Whether a post or broadcast has gone on since: its older content could be published twice. */
function isInUse(kind: string, current: Item): boolean {
  if (kind === 'post') return current['status'] !== 'draft' || current['run'] !== undefined;
  return kind === 'broadcast' && current['state'] !== 'draft';
}

/**
 * The workspace of an item that is restored with the other items of an endpoint, and the endpoint unless it is a directory. Undefined for
 * other items, and for the delivery target of a deleted endpoint.
 */
export function endpointPlaceOf(
  item: Item,
): { readonly workspaceId: string; readonly endpointId: string | undefined } | undefined {
  const key = { pk: String(item['pk']), sk: String(item['sk']) };
  const kind = ruleOf(key)?.kind;
  const workspaceId = ownerOf(item, key);
  if (workspaceId === undefined || item['deleted'] === true) return undefined;
  if (kind === 'directory') return { workspaceId, endpointId: undefined };
  return kind === 'endpoint' || kind === 'delivery-target'
    ? { workspaceId, endpointId: endpointIdOf(key) }
    : undefined;
}

/** Endpoints and targets have prefixes of the same length. */
function endpointIdOf({ pk }: Item): string {
  return String(pk).slice(endpointKey('').pk.length);
}

/** The partitions of a contact's record and of its links end with the hash of the id of the contact. */
function hashOfContact({ pk }: Item): string {
  return String(pk).split('#').at(-1) ?? '';
}

function ownerOf(item: Item, { pk }: Key): string | undefined {
  if (typeof item['workspaceId'] === 'string') return item['workspaceId'];
  // Uniqueness items and pointers have no attribute with their workspace: their partition has it.
  return /^(?:MAIL|KP|DIR|DOM|A|T|MD)#([0-9a-f-]{36})/u.exec(pk)?.[1];
}

function skip(kind: string, reason: string): Decision {
  return { action: 'skip', kind, reason };
}

function conflict(kind: string, reason: string): Decision {
  return { action: 'conflict', kind, reason };
}
