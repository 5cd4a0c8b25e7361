import type { EndpointDirectory } from '#shared/events/ports/endpoint-directory.ts';
import type { ContactEdit } from '#shared/messaging/domain/contact-edit.ts';
import {
  afterLine,
  DUPLICATE_LINE,
  IMPORT_LIMITS,
  rejectedLines,
  type Rejection,
} from '#shared/messaging/domain/contact-import.ts';
import { addressesOf, type Contact } from '#shared/messaging/domain/contact.ts';
import { importContact } from '#shared/messaging/domain/import-contact.ts';
import { memberOf } from '#shared/messaging/domain/list-member.ts';
import { parseImportLine } from '#shared/messaging/http/parse-import-line.ts';
import type { ContactReader } from '#shared/messaging/ports/contact-store.ts';
import type { ListMemberStore } from '#shared/messaging/ports/list-members.ts';
import type { PhoneNumbers } from '#shared/messaging/ports/phone-numbers.ts';
import { isContactRace } from '#shared/messaging/use-cases/contact-race.ts';
import { keepOptOuts } from '#shared/messaging/use-cases/keep-opt-outs.ts';
import type { DatePlanning } from '#shared/messaging/use-cases/plan-dates.ts';
import type { ImportLine } from '#shared/messaging/use-cases/read-file-lines.ts';
import { recordContactEvents } from '#shared/messaging/use-cases/record-contact-events.ts';
import { requireContactLimits } from '#shared/messaging/use-cases/require-contact-limits.ts';
import type { BackOff } from '#shared/platform/core/back-off.ts';
import { systemChange } from '#shared/platform/core/change.ts';
import { ConcurrentUpdateError, PlatformError, ValidationError } from '#shared/platform/core/errors.ts';
import { retryOnConflict } from '#shared/platform/core/retry-on-conflict.ts';
import type { Clock } from '#shared/platform/runtime/clock.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import type { Noted, Progress } from './progress.ts';

export type LineDependencies = DatePlanning & {
  readonly contacts: Pick<ContactReader, 'findByAddress' | 'findKeptOptOuts'>;
  readonly listMembers: ListMemberStore;
  readonly endpoints: EndpointDirectory;
  readonly phoneNumbers: PhoneNumbers;
  readonly clock: Clock;
  readonly backOff: BackOff;
  readonly newNonce: () => string;
};

/** Processes a line. Returns `stored` if its contact and the progress are written, otherwise what to note about it. */
export type ImportOneLine = (line: ImportLine) => Promise<'stored' | Noted>;

/** Processes the lines of one run, whose progress it moves on. */
export function createLineImport(
  { contacts, listMembers, endpoints, phoneNumbers, clock, backOff, newNonce, ...planning }: LineDependencies,
  progress: Progress,
  requestId: string,
): ImportOneLine {
  const parsing = { phoneNumbers, planning: onceEach(planning) };

  return async (line) => {
    const number = progress.current().lines + 1;
    try {
      const fields = await parseImportLine(parsing, progress.current().workspaceId, line.bytes, clock());
      return await retryOnConflict(backOff, () => apply(fields, line), { isConflict: isContactRace });
    } catch (error) {
      // Not the fault of the line: a later run tries again.
      if (!(error instanceof PlatformError) || error instanceof ConcurrentUpdateError) throw error;
      return rejectionOf(number, error);
    }
  };

  function rejectionOf(line: number, error: PlatformError): Noted {
    const [issue] = error instanceof ValidationError ? error.issues : [];
    const { code, detail } = issue ?? { code: error.code, detail: error.message };
    return noted('rejected', { line, code, detail, pointer: issue?.pointer ?? null });
  }

  /** Of the lines that are not applied, the first 1,000 are stored. */
  function noted(kind: 'rejected' | 'duplicates', rejection: Rejection): Noted {
    const isStored = rejectedLines(progress.current()) < IMPORT_LIMITS.storedRejections;
    return { kind, rejection: isStored ? rejection : undefined };
  }

  async function apply(fields: ContactEdit, line: ImportLine): Promise<'stored' | Noted> {
    const imported = progress.current();
    const { workspaceId } = imported;
    const now = clock();
    const found = await findAll(workspaceId, fields);
    const made = importContact({ id: newId(now), workspaceId }, fields, found, now);
    const earlier = await earlierLine(found[0], made === undefined);
    if (earlier !== undefined) return duplicateOf(earlier);
    if (!made) return { kind: 'unchanged' };
    const { before } = made;
    const change = await keepOptOuts(contacts, before, made.change);
    requireContactLimits(change.contact);
    const events = await recordContactEvents(endpoints, change, { now, requestId });
    const next = afterLine(imported, before ? 'updated' : 'created', line.end);
    const member = memberOf(imported, change.contact.id, next.lines);
    const trace = systemChange('import-contacts', { requestId, nonce: newNonce(), at: now });
    await progress.apply(next, { before, after: change.contact, member, events }, trace);
    return 'stored';
  }

  /**
   * The number of the earlier line that has added the contact to the list; undefined if there is none. A line that leaves its contact as it is
   * adds the contact here, before its progress is stored. A run that repeats the line then finds the number of this line.
   */
  async function earlierLine(
    contact: Contact | undefined,
    changesNothing: boolean,
  ): Promise<number | undefined> {
    const imported = progress.current();
    const member = contact && memberOf(imported, contact.id, imported.lines + 1);
    if (!member) return undefined;
    const stored = changesNothing
      ? await listMembers.add(member)
      : await listMembers.find(member.importId, member.contactId);
    return stored && stored.line !== member.line ? stored.line : undefined;
  }

  function duplicateOf(earlier: number): Noted {
    const line = progress.current().lines + 1;
    const detail = `Line ${earlier} has added this contact to the list. Remove one of the lines.`;
    return noted('duplicates', { line, code: DUPLICATE_LINE, detail, pointer: null });
  }

  async function findAll(
    workspaceId: string,
    { email = null, phone = null }: ContactEdit,
  ): Promise<Contact[]> {
    const addresses = addressesOf({ email, phone });
    const found = await Promise.all(addresses.map((address) => contacts.findByAddress(workspaceId, address)));
    return found.flatMap((contact) => contact ?? []);
  }
}

/** A run reads the workspace and ensures its calendar once. */
function onceEach({ workspaces, calendars }: DatePlanning): DatePlanning {
  const found = new Map<string, ReturnType<DatePlanning['workspaces']['find']>>();
  const ensured = new Map<string, Promise<void>>();
  return {
    workspaces: {
      find(workspaceId) {
        const workspace = found.get(workspaceId) ?? workspaces.find(workspaceId);
        found.set(workspaceId, workspace);
        return workspace;
      },
    },
    calendars: {
      ensure(workspaceId, now) {
        const calendar = ensured.get(workspaceId) ?? calendars.ensure(workspaceId, now);
        ensured.set(workspaceId, calendar);
        return calendar;
      },
    },
  };
}
