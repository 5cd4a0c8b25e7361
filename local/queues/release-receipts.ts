import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/**
 * Makes every in-flight message visible: the process that received them has ended, and they would otherwise stay invisible
 * for their visibility timeout. The receive count is set to one, so that the next consumer checks for an earlier attempt, but
 * restarts alone never move a message to the dead letter queue. Must run before fauxqs opens the file.
 */
export function releaseReceipts(databaseFile: string): void {
  if (!existsSync(databaseFile)) return;
  const database = new DatabaseSync(databaseFile, { timeout: 5000 });
  try {
    const known = database.prepare("SELECT 1 FROM sqlite_master WHERE name = 'sqs_messages'").get();
    if (known === undefined) return;
    database.exec(
      `UPDATE sqs_messages
       SET receipt_handle = NULL, visibility_deadline = NULL,
           approximate_receive_count = MIN(approximate_receive_count, 1)
       WHERE receipt_handle IS NOT NULL`,
    );
  } finally {
    database.close();
  }
}
