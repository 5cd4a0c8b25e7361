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
  /** The position where the previous page ended: of the same list, with or without a status. */
  readonly after?: string | undefined;
};

export type RecipientPage = {
  readonly recipients: readonly Recipient[];
  /** The position to continue from; undefined at the end. A page can be short before the end. */
  readonly readTo: string | undefined;
};

/** The reads of `RecipientStore`, for operations that may not write. */
export interface RecipientReader {
  /** Strongly consistent. */
  find(broadcastId: string, contactId: string): Promise<Recipient | undefined>;

  /** All of these recipients that exist; at most 100, strongly consistent, in no order. */
  findAll(broadcastId: string, contactIds: readonly string[]): Promise<readonly Recipient[]>;

  /**
   * Recipients of a broadcast, eventually consistent. Those with a status are in the order in which they are due or got the status; one that
   * changes while the pages are read can move. All recipients together are in an order that does not change. A position of recipients with
   * a status is a time and the ID of a contact (`2026-08-01T10:00:00.000Z#…`), of all recipients the ID of a contact.
   */
  list(broadcastId: string, range: RecipientRange): Promise<RecipientPage>;

  /** Strongly consistent for each of 16 parts; all zero for a broadcast without recipients. */
  readCounts(broadcastId: string): Promise<RecipientCounts>;

  /**
   * Recipients that are due until a time, the earliest first: pending ones by the end of their wait, those that are sending by the end of
   * their lease. Which ones are found is eventually consistent; they are returned as they are stored.
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
}

/** A recipient that is new, or that changes. */
export type RecipientChange = { readonly before: Recipient | undefined; readonly after: Recipient };

/** A recipient that is claimed, with its contact as it was read. */
type RecipientClaim = {
  readonly before: Recipient;
  readonly after: Recipient;
  readonly contact: Contact;
};

/** Recipients of broadcasts. Each write also moves the recipient from one count to the other, so that counts always equal the recipients. */
export interface RecipientStore extends RecipientReader {
  /**
   * Writes up to 80 recipients and the progress of the run, all or nothing. Returns false if another run was first.
   * @throws ConcurrentUpdateError if a recipient exists or has changed
   */
  apply(
    run: { readonly before: BroadcastRun; readonly after: BroadcastRun },
    changes: readonly RecipientChange[],
  ): Promise<boolean>;

  /**
   * Writes a recipient if its revision is unchanged, with its events. With events, its contact must be stored: they contain the contact.
   * What the message no longer costs is given back to the budget. @throws ConcurrentUpdateError
   */
  save(
    before: Recipient,
    after: Recipient,
    events: readonly RecordedEvent[],
    context: CommandContext,
  ): Promise<void>;

  /**
   * Claims up to 8 recipients in one transaction, which requires that neither they nor their contacts have changed since they were read, and
   * that the broadcast is neither paused nor ended, and has the sum of their prices left in its budget, which is as in `control`.
   * @throws BroadcastHeldError · ConcurrentUpdateError
   */
  claim(
    claims: readonly RecipientClaim[],
    required: { readonly control: BroadcastControl },
    context: CommandContext,
  ): Promise<void>;
}
