import { readStoredAudience, type SkipReason, skipReason } from '#shared/broadcasts/domain/audience.ts';
import { afterPage } from '#shared/broadcasts/domain/broadcast-run.ts';
import { resolvedBroadcast, unsendableBroadcast } from '#shared/broadcasts/domain/platform-broadcast.ts';
import { countersOf } from '#shared/broadcasts/domain/recipient-counts.ts';
import { newRecipient, type PlatformBroadcast } from '#shared/broadcasts/domain/recipient.ts';
import type { RecipientStore } from '#shared/broadcasts/ports/recipient-store.ts';
import { findListProblem } from '#shared/broadcasts/use-cases/check-list.ts';
import {
  type AudienceDependencies,
  createAudienceReader,
} from '#shared/broadcasts/use-cases/read-audience.ts';
import type { OwnPlatform } from '#shared/messaging/domain/message-platform.ts';
import type { ContactImportReader } from '#shared/messaging/ports/contact-imports.ts';
import type { PhoneNumberReader } from '#shared/messaging/ports/phone-number-store.ts';
import { choosePhoneNumber } from '#shared/messaging/use-cases/choose-phone-number.ts';
import type { Change } from '#shared/platform/core/change.ts';
import { PlatformError } from '#shared/platform/core/errors.ts';
import type { Clock } from '#shared/platform/runtime/clock.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import type { Run } from './run.ts';
import { createSameNumberCheck, type SameNumberDependencies } from './same-numbers.ts';
import type { Transitions } from './transitions.ts';

/** Contacts of one page. Its transaction has an item for each, up to 16 counters, and the run; DynamoDB allows 100. */
const PAGE = 80;

const NOBODY =
  'The audience has no recipient: no contact fulfils its conditions, or all of these contacts have opted out or have no phone number.';

export type ResolveDependencies = AudienceDependencies &
  SameNumberDependencies & {
    readonly imports: Pick<ContactImportReader, 'find'>;
    readonly numbers: Pick<PhoneNumberReader, 'find' | 'list'>;
    readonly recipients: Pick<RecipientStore, 'findAll' | 'readCounts'>;
    /** The senders of the stage. */
    readonly senders: Readonly<Partial<Record<OwnPlatform, unknown>>>;
    readonly clock: Clock;
  };

/**
 * Adds the contacts of the audience as recipients, page by page. A contact that changes meanwhile can be read twice, but is added once.
 */
export function createResolver(deps: ResolveDependencies, transitions: Transitions) {
  const { imports, numbers, recipients, senders, clock } = deps;
  const readAudience = createAudienceReader(deps);
  const checkNumbers = createSameNumberCheck(deps);

  return { addPages, announce };

  /** Adds pages until the end of the audience or of the time. The broadcast fails if its list has expired; nothing was sent yet. */
  async function addPages(
    broadcast: PlatformBroadcast,
    { current, apply, hasTime, newChange }: Run,
  ): Promise<void> {
    const { workspaceId, id, sending } = broadcast;
    const audience = readStoredAudience(broadcast.audience);
    const problem = await findListProblem(imports, workspaceId, audience, clock());
    if (problem !== undefined) {
      const make = (before: PlatformBroadcast, now: Date) => unsendableBroadcast(before, problem, now);
      await transitions.apply({ workspaceId, id }, make, newChange);
      return;
    }
    while (hasTime()) {
      const after = current().cursor ?? undefined;
      const { contacts, erased, readTo } = await readAudience(broadcast, { after, limit: PAGE });
      const reasons = new Map<string, SkipReason | undefined>([
        ...contacts.map((contact) => [contact.id, skipReason(contact, sending.platform)] as const),
        ...erased.map((contactId) => [contactId, 'contact_erased'] as const),
      ]);
      const known = await recipients.findAll(id, [...reasons.keys()]);
      for (const { contactId } of known) reasons.delete(contactId);
      const sendable = contacts.filter(
        ({ id: each }) => reasons.has(each) && reasons.get(each) === undefined,
      );
      for (const each of await checkNumbers(broadcast, sendable)) reasons.set(...each);
      const now = clock();
      const changes = [...reasons].map(([contactId, reason]) => ({
        before: undefined,
        after: newRecipient(broadcast, { contactId, messageId: newId(now) }, reason, now),
      }));
      await apply(afterPage(current(), readTo, now), changes);
      if (readTo === undefined) return;
    }
  }

  /**
   * Announces that the recipients are fixed, once, with the number to send from. The broadcast fails if there is no such number or no
   * recipient. Returns the broadcast that can be sent; undefined if it has ended.
   */
  async function announce(
    broadcast: PlatformBroadcast,
    newChange: () => Change,
  ): Promise<PlatformBroadcast | undefined> {
    if (broadcast.recipients !== null) return broadcast;
    const { workspaceId, id } = broadcast;
    const counts = await recipients.readCounts(id);
    const number = await chooseNumber(broadcast);
    return transitions.apply(
      { workspaceId, id },
      (before, now) => {
        if (before.recipients !== null) return undefined;
        if (typeof number !== 'string') return unsendableBroadcast(before, number.error, now);
        if (countersOf(counts).recipients === 0)
          return unsendableBroadcast({ ...before, ...countersOf(counts) }, NOBODY, now);
        // `before` was just read: the budget may have been raised since `broadcast` was read.
        return resolvedBroadcast(
          { ...before, sending: { ...before.sending, phoneNumberId: number } },
          counts,
          now,
        );
      },
      newChange,
    );
  }

  async function chooseNumber({
    workspaceId,
    sending: { platform, phoneNumberId },
  }: PlatformBroadcast): Promise<string | { readonly error: string }> {
    if (senders[platform] === undefined) return { error: `This installation does not send on ${platform}.` };
    try {
      const requested = phoneNumberId ?? undefined;
      const id = await choosePhoneNumber(numbers, workspaceId, { platform, requested });
      return id ?? { error: `The platform does not send on ${platform}.` };
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      return { error: error.message };
    }
  }
}
