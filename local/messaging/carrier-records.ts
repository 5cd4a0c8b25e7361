import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import * as v from 'valibot';
import type { AcceptedMessage, Publication } from './accepted-message.ts';
import { PLATFORMS, type OwnNumber, type Platform } from './own-numbers.ts';

/** A publication that was not confirmed yet. */
export type StoredPublication = Publication & { readonly number: number };

export type StoredMedia = { readonly id: string; readonly contentType: string; readonly bytes: Uint8Array };

export type OptOut = { readonly phone: string; readonly at: number; readonly byUser: boolean };

/** What AWS and the carriers keep. Every write is stored at once, so that a killed process loses nothing that it confirmed. */
export type CarrierRecords = {
  /** Stores an accepted message and what will be published about it, both or neither. */
  accept(message: AcceptedMessage, publications: readonly Publication[]): void;
  plan(publications: readonly Publication[]): void;
  /** Publications that are due, oldest first. */
  due(now: number, limit: number): readonly StoredPublication[];
  /** The time of the next publication. */
  nextDueAt(): number | undefined;
  confirm(publications: readonly StoredPublication[]): void;
  /** Accepted messages, newest first. */
  messages(filter: {
    readonly platform?: Platform | undefined;
    readonly to?: string | undefined;
    readonly limit: number;
  }): readonly AcceptedMessage[];
  /** Counts a request to send to a phone; returns how many there were. */
  countRequest(platform: Platform, to: string): number;
  /** When the phone last sent a message to a number; undefined if never. */
  lastIncomingAt(platform: Platform, phone: string, to: string): number | undefined;
  noteIncoming(platform: Platform, phone: string, to: string, at: number): void;
  /** The entry of the opt-out list; null if the phone was removed from the list, undefined if it never was in it. */
  optOut(phone: string): OptOut | null | undefined;
  optOuts(): readonly OptOut[];
  putOptOut(optOut: OptOut): void;
  removeOptOut(phone: string): void;
  numbers(): readonly OwnNumber[];
  putNumber(number: OwnNumber): void;
  media(id: string): StoredMedia | undefined;
  putMedia(media: StoredMedia): void;
  removeMedia(id: string): boolean;
  close(): void;
};

const TABLES = `
  CREATE TABLE IF NOT EXISTS messages (position INTEGER PRIMARY KEY, platform TEXT, recipient TEXT, body TEXT);
  CREATE INDEX IF NOT EXISTS messages_of ON messages (recipient, platform);
  CREATE TABLE IF NOT EXISTS publications (number INTEGER PRIMARY KEY, due_at INTEGER, body TEXT);
  CREATE INDEX IF NOT EXISTS publications_by_time ON publications (due_at);
  CREATE TABLE IF NOT EXISTS requests (platform TEXT, recipient TEXT, count INTEGER, PRIMARY KEY (platform, recipient));
  CREATE TABLE IF NOT EXISTS incoming (platform TEXT, sender TEXT, receiver TEXT, at INTEGER,
    PRIMARY KEY (platform, sender, receiver));
  CREATE TABLE IF NOT EXISTS opt_outs (phone TEXT PRIMARY KEY, body TEXT);
  CREATE TABLE IF NOT EXISTS numbers (platform TEXT, phone TEXT, body TEXT, PRIMARY KEY (platform, phone));
  CREATE TABLE IF NOT EXISTS media (id TEXT PRIMARY KEY, content_type TEXT, bytes BLOB);
`;

const bodyRow = v.object({ body: v.string() });
const publicationRow = v.object({ number: v.number(), body: v.string() });
const countRow = v.object({ count: v.number() });
const timeRow = v.object({ at: v.nullable(v.number()) });
const mediaRow = v.object({ id: v.string(), content_type: v.string(), bytes: v.instance(Uint8Array) });

const platform = v.picklist(PLATFORMS);
const record = v.record(v.string(), v.unknown());
const messageBody = v.object({
  id: v.string(),
  platform,
  from: v.string(),
  to: v.string(),
  text: v.string(),
  content: v.nullable(record),
  context: v.record(v.string(), v.string()),
  hasTopic: v.boolean(),
  acceptedAt: v.number(),
});
const publicationBody = v.object({ dueAt: v.number(), via: v.picklist(['bus', 'topic']), body: record });
const optOutBody = v.nullable(v.object({ phone: v.string(), at: v.number(), byUser: v.boolean() }));
const numberBody = v.object({
  platform,
  phone: v.string(),
  workspaceId: v.string(),
  selfManagedOptOuts: v.boolean(),
});

export function openCarrierRecords(directory: string): CarrierRecords {
  mkdirSync(directory, { recursive: true });
  const database = new DatabaseSync(join(directory, 'carriers.db'));
  // Without a flush for each write, the operating system still has every write of a killed process.
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF;');
  database.exec(TABLES);
  const statement = (sql: string) => database.prepare(sql);
  const addMessage = statement('INSERT INTO messages (platform, recipient, body) VALUES (?, ?, ?)');
  const addPublication = statement('INSERT INTO publications (due_at, body) VALUES (?, ?)');
  const duePublications = statement(
    'SELECT number, body FROM publications WHERE due_at <= ? ORDER BY due_at, number LIMIT ?',
  );
  const nextPublication = statement('SELECT min(due_at) AS at FROM publications');
  const removePublication = statement('DELETE FROM publications WHERE number = ?');
  const readMessages = statement(
    `SELECT body FROM messages WHERE (?1 = '' OR platform = ?1) AND (?2 = '' OR recipient = ?2)
     ORDER BY position DESC LIMIT ?3`,
  );
  const addRequest = statement(
    `INSERT INTO requests VALUES (?, ?, 1)
     ON CONFLICT (platform, recipient) DO UPDATE SET count = count + 1 RETURNING count`,
  );
  const readIncoming = statement(
    'SELECT at FROM incoming WHERE platform = ? AND sender = ? AND receiver = ?',
  );
  const setIncoming = statement('INSERT OR REPLACE INTO incoming VALUES (?, ?, ?, ?)');
  const readOptOut = statement('SELECT body FROM opt_outs WHERE phone = ?');
  const readOptOuts = statement('SELECT body FROM opt_outs ORDER BY phone');
  const setOptOut = statement('INSERT OR REPLACE INTO opt_outs VALUES (?, ?)');
  const readNumbers = statement('SELECT body FROM numbers ORDER BY platform, phone');
  const setNumber = statement('INSERT OR REPLACE INTO numbers VALUES (?, ?, ?)');
  const readMedia = statement('SELECT id, content_type, bytes FROM media WHERE id = ?');
  const setMedia = statement('INSERT OR REPLACE INTO media VALUES (?, ?, ?)');
  const deleteMedia = statement('DELETE FROM media WHERE id = ?');

  function inOneWrite(write: () => void): void {
    database.exec('BEGIN');
    try {
      write();
      database.exec('COMMIT');
    } catch (error) {
      database.exec('ROLLBACK');
      throw error;
    }
  }

  function addAll(publications: readonly Publication[]): void {
    for (const each of publications) addPublication.run(each.dueAt, JSON.stringify(each));
  }

  return {
    accept: (message, publications) =>
      inOneWrite(() => {
        addMessage.run(message.platform, message.to, JSON.stringify(message));
        addAll(publications);
      }),
    plan: (publications) => inOneWrite(() => addAll(publications)),
    due: (now, limit) =>
      v
        .parse(v.array(publicationRow), duePublications.all(now, limit))
        .map(({ number, body }) => ({ number, ...parse(publicationBody, body) })),
    nextDueAt: () => v.parse(timeRow, nextPublication.get()).at ?? undefined,
    confirm: (publications) =>
      inOneWrite(() => {
        for (const { number } of publications) removePublication.run(number);
      }),
    messages: ({ platform: of = '', to = '', limit }) =>
      v.parse(v.array(bodyRow), readMessages.all(of, to, limit)).map(({ body }) => parse(messageBody, body)),
    countRequest: (of, to) => v.parse(countRow, addRequest.get(of, to)).count,
    lastIncomingAt: (of, phone, to) =>
      v.parse(v.optional(timeRow), readIncoming.get(of, phone, to))?.at ?? undefined,
    noteIncoming: (of, phone, to, at) => void setIncoming.run(of, phone, to, at),
    optOut: (phone) => {
      const row = v.parse(v.optional(bodyRow), readOptOut.get(phone));
      return row && parse(optOutBody, row.body);
    },
    optOuts: () =>
      v.parse(v.array(bodyRow), readOptOuts.all()).flatMap(({ body }) => parse(optOutBody, body) ?? []),
    putOptOut: (optOut) => void setOptOut.run(optOut.phone, JSON.stringify(optOut)),
    // The entry stays without a value, because some phones are in the list unless they were removed from it.
    removeOptOut: (phone) => void setOptOut.run(phone, 'null'),
    numbers: () => v.parse(v.array(bodyRow), readNumbers.all()).map(({ body }) => parse(numberBody, body)),
    putNumber: (number) => void setNumber.run(number.platform, number.phone, JSON.stringify(number)),
    media: (id) => {
      const row = v.parse(v.optional(mediaRow), readMedia.get(id));
      return row && { id: row.id, contentType: row.content_type, bytes: row.bytes };
    },
    putMedia: ({ id, contentType, bytes }) => void setMedia.run(id, contentType, bytes),
    removeMedia: (id) => deleteMedia.run(id).changes > 0,
    close: () => database.close(),
  };
}

function parse<Schema extends v.GenericSchema>(schema: Schema, body: string): v.InferOutput<Schema> {
  return v.parse(schema, JSON.parse(body));
}
