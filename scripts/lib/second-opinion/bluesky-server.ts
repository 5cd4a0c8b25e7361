import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '#local/free-port.ts';
import { startProcess } from './bounded-process.ts';
import { BLUESKY_SERVER, installBlueskyServer } from './install-bluesky-server.ts';
import { networkVerdict } from './network-verdict.ts';
import type { Opinion } from './opinion.ts';
import { untilServing } from './until-serving.ts';
import { withoutAws } from './without-aws.ts';

const STUBS = [
  'The SQLite of Node replaces better-sqlite3.',
  'The directory of accounts keeps its data in memory.',
  'There is no app view, so accounts have no profile and nobody sees the posts.',
  'A proxy in front of the server loses responses; everything else passes through it unchanged.',
];

/** Does the adapter of Bluesky keep its contract on the server that Bluesky itself runs? */
export const blueskyServer: Opinion = {
  name: 'bluesky-server',
  tools: [BLUESKY_SERVER],
  limitMinutes: 50,
  async run(signal) {
    const packages = await installBlueskyServer(signal);
    const folder = await mkdtemp(join(tmpdir(), 'workspace-bluesky-'));
    const ports = [await freePort(), await freePort()];
    const server = startProcess({
      command: process.execPath,
      args: [join(import.meta.dirname, 'serve-bluesky.ts'), packages, folder, ...ports.map(String)],
      cwd: packages,
      env: { ...withoutAws(process.env), NODE_ENV: 'development', LOG_ENABLED: 'false' },
      signal,
    });
    try {
      const origin = `http://127.0.0.1:${ports[0]}`;
      await untilServing(BLUESKY_SERVER, server, `${origin}/xrpc/_health`, signal);
      return await networkVerdict({
        network: 'bluesky',
        env: { BLUESKY_SERVER: origin },
        stubs: STUBS,
        folder,
        signal,
      });
    } finally {
      await server.stop();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    }
  },
};
