import { readFileSync } from 'node:fs';
import { commandTable } from '#clients/cli/command/help.ts';
import { COMMANDS } from '#clients/cli/commands/all.ts';
import { writeGenerated } from '#scripts/lib/generate/write-generated.ts';

const README = 'clients/cli/README.md';
const TABLE = /(<!-- commands -->\n)[^]*(<!-- \/commands -->)/u;

const text = readFileSync(README, 'utf8');
writeGenerated(
  README,
  text.replace(TABLE, (_, begin, end) => `${begin}\n${commandTable(COMMANDS)}\n\n${end}`),
);
