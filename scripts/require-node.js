// Runs before the commands of package.json on whatever `node` the shell finds: plain JavaScript that old versions understand.
import { readFileSync } from 'node:fs';

const needed = readFileSync(new URL('../.node-version', import.meta.url), 'utf8').trim();
const [major] = needed.split('.');

if (process.versions.node.split('.')[0] !== major) {
  console.error(
    `This needs Node ${major}, and ${process.execPath} is ${process.version}.\n` +
      `\`npm ci\` brings Node ${needed} along, for npm scripts alone, unless install scripts are switched off;\n` +
      'then allow them or run `npm rebuild node esbuild`.',
  );
  process.exitCode = 1;
}
