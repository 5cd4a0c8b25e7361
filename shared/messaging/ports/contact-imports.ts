import type { RecordedEvent } from '#shared/events/recording/recorded-event.ts';
import type { ContactImport, Rejection } from '#shared/messaging/domain/contact-import.ts';
import type { Contact } from '#shared/messaging/domain/contact.ts';
import type { ListMember } from '#shared/messaging/domain/list-member.ts';
import type { Change, CommandContext } from '#shared/platform/core/change.ts';

/** The reads of `ContactImportStore`, for operations that may not write. */
export type ContactImportReader = {
  find(workspaceId: string, importId: string): Promise<ContactImport | undefined>;
  /** The first 1,000 rejected and duplicate lines, in the order of the file. */
  readRejections(workspaceId: string, importId: string): Promise<Rejection[]>;
};

/** Imports of contacts. */
export type ContactImportStore = ContactImportReader & {
  /** @throws PlatformError `quota_exceeded` · DuplicateRequestError · ConcurrentUpdateError */
  create(imported: ContactImport, context: CommandContext): Promise<void>;
  /** @throws PlatformError `import_running` · DuplicateRequestError · ConcurrentUpdateError */
  start(before: ContactImport, after: ContactImport, context: CommandContext): Promise<void>;
};

/** The progress of an import: the import as it was stored last, as it is now, and the lines rejected in between. */
export type ImportProgress = {
  readonly before: ContactImport;
  readonly after: ContactImport;
  readonly rejections: readonly Rejection[];
};

/** A contact that a line creates, or changes if there is a contact before. */
export type ImportedContact = {
  readonly before: Contact | undefined;
  readonly after: Contact;
  /** What the line adds to the list of the import; undefined without a list. */
  readonly member: ListMember | undefined;
  readonly events: readonly RecordedEvent[];
};

/** The progress of imports, for the function that processes their lines. */
export type ContactImportJobs = Pick<ContactImportReader, 'find'> & {
  /** Stores the progress. Another import can start once the end is stored. Returns false if another run was first. */
  advance(progress: ImportProgress): Promise<boolean>;
  /**
   * Stores a contact with its events and the progress of the import, all or nothing: a line that is processed again finds that the import
   * has moved on. @throws ImportMovedError · PlatformError `contact_exists` · `quota_exceeded` · ConcurrentUpdateError if the contact changed, or
   * another line has added it
   */
  apply(progress: ImportProgress, contact: ImportedContact, change: Change): Promise<void>;
};

/** A part of a file. */
export type FilePart = {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Of the whole file, in bytes. */
  readonly size: number;
  readonly version: string;
};

/** The files of imports in the bucket. */
export type ImportFiles = {
  /** A URL that stores exactly this many bytes of NDJSON under the key. */
  presignUpload(
    key: string,
    size: number,
    now: Date,
  ): Promise<{
    readonly method: 'PUT';
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly expiresAt: Date;
  }>;
  /** At most `length` bytes from an offset; undefined if there is no file. At the end of the file, the part is empty. */
  read(key: string, offset: number, length: number): Promise<FilePart | undefined>;
  /** Deletes the file, if there is one. */
  remove(key: string): Promise<void>;
};
