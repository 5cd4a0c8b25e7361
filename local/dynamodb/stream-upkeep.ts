import { DatabaseSync } from 'node:sqlite';

/**
 * Keeps dynoxide fast. For each write to a streamed table it looks for the highest sequence number by reading the whole
 * stream (1,093 puts/s with 2,500 records, 95 with 20,000); switching the stream off and on leaves the records in place.
 * An index answers the same question at once, and what every reader has read is removed up to, but without, the record
 * the checkpoint names: numbering continues from it. The emulator notices both by itself.
 */
export function keepStreamFast(databaseFile: string, readUpTo: ReadonlyMap<string, string>): void {
  const database = new DatabaseSync(databaseFile, { timeout: 5000 });
  try {
    const known = database.prepare("SELECT 1 FROM sqlite_master WHERE name = '_stream_records'").get();
    if (known === undefined) return;
    database.exec(
      'CREATE INDEX IF NOT EXISTS local_stream_order ON _stream_records (table_name, CAST(sequence_number AS INTEGER))',
    );
    const remove = database.prepare(
      'DELETE FROM _stream_records WHERE table_name = ? AND CAST(sequence_number AS INTEGER) < CAST(? AS INTEGER)',
    );
    for (const [table, sequenceNumber] of readUpTo) remove.run(table, sequenceNumber);
  } finally {
    database.close();
  }
}
