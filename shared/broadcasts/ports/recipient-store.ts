import type { BroadcastControl } from '#shared/broadcasts/domain/broadcast-control.ts';
import type { BroadcastRun } from '#shared/broadcasts/domain/broadcast-run.ts';
import type { RecipientCounts } from '#shared/broadcasts/domain/recipient-counts.ts';
import type { RecipientStatus } from '#shared/broadcasts/domain/recipient-machine.ts';
import type { Recipient } from '#shared/broadcasts/domain/recipient.ts';
import type { RecordedEvent } from '#shared/events/recording/recorded-event.ts';
import type { Contact } from '#shared/messaging/domain/contact.ts';
import type { CommandContext } from '#shared/platform/core/change.ts';

/** A page of the recipients of a broadcast. */
export type RecipientRange = {
  /** Only recipients with this status. */
  readonly status?: RecipientStatus | undefined;
  /** Only recipients with this reason; needs a status. */
  readonly reason?: string | undefined;
  readonly limit: number;
  /** `readTo` of the previous page. A position of a list with a status is none of a list without a status. */
  readonly after?: string | undefined;
};

export type RecipientPage = {
  readonly recipients: readonly Recipient[];
  /** The position to continue from; undefined at the end. A page can be short before the end. */
  readonly readTo: string | undefined;
};

/** The reads of `RecipientStore`, for operations that may not write. */
export type RecipientReader = {
  /** Strongly consistent. */
  find(broadcastId: string, contactId: string): Promise<Recipient | undefined>;

  /** All of these recipients that exist; at most 100, strongly consistent, in no order. */
  findAll(broadcastId: string, contactIds: readonly string[]): Promise<readonly Recipient[]>;

  /**
   * Recipients of a broadcast, eventually consistent. With a status, they are sorted by `dueOf`, and a recipient that changes while the pages
   * are read can move. A position is then a time and the ID of a contact (`2026-08-01T10:00:00.000Z#…`). Without a status, the order never
   * changes, and a position is the ID of a contact.
   */
  list(broadcastId: string, range: RecipientRange): Promise<RecipientPage>;

  /** The sums of 16 items, each strongly consistent; all zero for a broadcast without recipients, or whose recipients have expired. */
  readCounts(broadcastId: string): Promise<RecipientCounts>;

  /**
   * Recipients that are due until a time, the earliest first: pending ones by the end of their wait, sending ones by the end of their lease.
   * The index that finds them is eventually consistent. Each found recipient is then read with strong consistency.
   */
  listDue(
    broadcastId: string,
    status: Extract<RecipientStatus, 'pending' | 'sending'>,
    until: Date,
    limit: number,
  ): Promise<readonly Recipient[]>;

  /** When the earliest recipient with this status is due, eventually consistent; undefined if there is none. */
  nextDue(
    broadcastId: string,
    status: Extract<RecipientStatus, 'pending' | 'sending'>,
  ): Promise<Date | undefined>;
};

/** A recipient that is new, or that changes. */
export type RecipientChange = { readonly before: Recipient | undefined; readonly after: Recipient };

/** A recipient that is claimed, with its contact as it was read. */
type RecipientClaim = {
  readonly before: Recipient;
  readonly after: Recipient;
  readonly contact: Contact;
};

/** Recipients of broadcasts. Each write of a status also changes the counts, so that the counts always equal the recipients. */
export type RecipientStore = RecipientReader & {
  /**
   * Writes up to 80 recipients and the progress of the run, all or nothing. Returns false if another run was first.
   * @throws ConcurrentUpdateError if a recipient exists or has changed
   */
  apply(
    run: { readonly before: BroadcastRun; readonly after: BroadcastRun },
    changes: readonly RecipientChange[],
  ): Promise<boolean>;

  /**
   * Writes a recipient if its revision is unchanged, with its events. With events, its contact must be stored, because they contain
   * the contact. If the price of the recipient decreases, the difference is subtracted from the reserved amount. @throws ConcurrentUpdateError
   */
  save(
    before: Recipient,
    after: Recipient,
    events: readonly RecordedEvent[],
    context: CommandContext,
  ): Promise<void>;

  /**
   * Claims a block of up to 8 recipients in one transaction. It requires that neither the recipients nor their contacts have changed since they
   * were read, that the broadcast is neither paused nor ended, that its budget is still the one in `control`, and that the rest of the budget
   * covers the sum of the prices.
   * @throws BroadcastHeldError · ConcurrentUpdateError
   */
  claim(
    claims: readonly RecipientClaim[],
    required: { readonly control: BroadcastControl },
    context: CommandContext,
  ): Promise<void>;
};
