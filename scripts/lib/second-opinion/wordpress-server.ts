import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { networkVerdict } from './network-verdict.ts';
import type { Opinion } from './opinion.ts';
import { startWordPressSite } from './wordpress-site.ts';

const STUBS = [
  'A proxy in front of the site loses responses; everything else passes through it unchanged.',
  'The site believes that it is served by HTTPS.',
  'A plugin of the tests rejects a word, holds back posts with another word, and renames posts with a third word.',
];

/** Does the adapter of WordPress keep its contract on a real site? */
export const wordPressServer: Opinion = {
  name: 'wordpress-server',
  tools: ['WordPress, PHP and MariaDB of Debian'],
  limitMinutes: 30,
  async run(signal) {
    const folder = await mkdtemp(join(tmpdir(), 'workspace-wordpress-'));
    try {
      const site = await startWordPressSite(folder, signal);
      try {
        const env = { WORDPRESS_SERVER: site.origin, WORDPRESS_PASSWORD: site.password };
        const verdict = await networkVerdict({ network: 'wordpress', env, stubs: STUBS, folder, signal });
        return { ...verdict, details: { versions: site.versions, ...verdict.details } };
      } finally {
        await site.stop();
      }
    } finally {
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    }
  },
};
