import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/**
 * Makes every in-flight message visible: the process that held them is dead, and without this they would stay hidden for
 * their visibility timeout. A message keeps the mark of one receive, so that its next consumer looks for traces of the first,
 * but restarts alone never add up to the dead letter queue. Must run before fauxqs opens the file.
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
