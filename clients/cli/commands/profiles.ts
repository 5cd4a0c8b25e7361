import { defineCommand } from '#cli/command/command.ts';
import { profileName } from '#cli/keys/choose-key.ts';
import { readProfiles } from '#cli/keys/profiles.ts';

export const profiles = defineCommand({
  name: 'profiles',
  summary: 'List the stored profiles',
  arguments: [],
  options: {},
  examples: ['profiles'],
  async run({ options, outside, screen }) {
    const current = profileName(outside, options.profile);
    const list = Object.entries(await readProfiles(outside)).map(([name, stored]) => ({
      profile: name,
      host: stored.host,
      workspace: stored.workspace,
      key_in: stored.key_in,
      current: name === current,
    }));
    if (options.json) return screen.json({ data: list });
    if (list.length === 0) return screen.note('There are no profiles. Run "workspace-platform login".');
    const rows = list.map((each) => [
      each.current ? '*' : '',
      each.profile,
      each.host,
      each.workspace,
      each.key_in,
    ]);
    screen.table(['', 'PROFILE', 'HOST', 'WORKSPACE', 'KEY IN'], rows);
  },
});
