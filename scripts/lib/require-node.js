// Checks the version of Node before a command of package.json runs, either with `--import` or as a command of its own. It is
// plain JavaScript, so that an old version of Node can read it.
import { readFileSync } from 'node:fs';

const needed = readFileSync(new URL('../../.node-version', import.meta.url), 'utf8').trim();
const [major] = needed.split('.');

if (process.versions.node.split('.')[0] !== major) {
  console.error(
    `This command requires Node ${major}, but ${process.execPath} is ${process.version}.\n` +
      `\`npm ci\` installs Node ${needed} for npm scripts only, unless install scripts are disabled.\n` +
      'Enable install scripts, or run `npm rebuild node esbuild`.',
  );
  // Nothing else may be loaded: an old version would report a syntax error instead.
  process.exit(1);
}
