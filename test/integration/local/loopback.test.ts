import { once } from 'node:events';
import { connect, Server } from 'node:net';
import { networkInterfaces } from 'node:os';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { startLoopbackFauxqs } from '#local/queues/start-fauxqs.ts';
import { temporaryDirectory } from './temporary-directory.ts';

const outside = Object.values(networkInterfaces())
  .flat()
  .find((address) => address?.family === 'IPv4' && !address.internal)?.address;

it.runIf(outside)('the queue server accepts connections from this machine only', async () => {
  const { listen } = Server.prototype;
  const { exec } = DatabaseSync.prototype;
  const server = await startLoopbackFauxqs({ port: 0, logger: false });
  try {
    const own = connect(server.port, '127.0.0.1');
    await once(own, 'connect');
    own.destroy();

    const other = connect(server.port, outside ?? '');
    await expect(once(other, 'connect')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    expect(Server.prototype.listen).toBe(listen);
    expect(DatabaseSync.prototype.exec).toBe(exec);
  } finally {
    await server.stop();
  }
});

it('the queue server does not flush each message to the disk', async () => {
  const directory = temporaryDirectory();
  const { exec } = DatabaseSync.prototype;
  const statements: string[] = [];
  const recorded: typeof exec = function recorded(this: DatabaseSync, sql) {
    statements.push(sql);
    Reflect.apply(exec, this, [sql]);
  };
  DatabaseSync.prototype.exec = recorded;
  try {
    const server = await startLoopbackFauxqs({ port: 0, logger: false, dataDir: directory.path });
    await server.stop();
  } finally {
    DatabaseSync.prototype.exec = exec;
    directory.remove();
  }

  // The default of SQLite, FULL, flushes at each transaction.
  expect(statements).toContain('PRAGMA synchronous = NORMAL');
  expect(statements.indexOf('PRAGMA locking_mode = EXCLUSIVE')).toBeGreaterThanOrEqual(0);
});
