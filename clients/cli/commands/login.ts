import { connectTo, dataOf } from '#cli/api/connect.ts';
import { defineCommand } from '#cli/command/command.ts';
import type { Outside } from '#cli/command/outside.ts';
import { environmentKey, profileName, requireKeyForm, wantedHost } from '#cli/keys/choose-key.ts';
import { DEFAULT_HOST, profilesFile, readProfiles, requireHost, storeProfile } from '#cli/keys/profiles.ts';

export const login = defineCommand({
  name: 'login',
  summary: 'Store the API key of a workspace',
  details:
    'If WORKSPACE_PLATFORM_KEY is set, its key is stored. Otherwise, the command asks for the key on the terminal and does not show it, or reads\n' +
    'standard input. A key is never an argument, because other users of the machine can see arguments. The key is checked before it is stored.',
  arguments: [],
  options: {},
  examples: ['login', 'login --host https://api.example.com --profile production', 'login < key.txt'],
  async run({ options, outside, screen }) {
    const profile = profileName(outside, options.profile);
    const stored = (await readProfiles(outside))[profile];
    const host = wantedHost(outside, options.host) ?? requireHost(stored?.host ?? DEFAULT_HOST);
    const key = requireKeyForm(await readKey(outside, host));
    const { client } = connectTo(outside, { host, profile, key });
    const { workspace, member, key: own } = dataOf(await client.GET('/api/v1/me')).data;
    const keyIn = await storeProfile(outside, profile, { host: host.origin, workspace: workspace.id, key });
    const place = keyIn === 'keyring' ? 'the keyring of the operating system' : profilesFile(outside);
    if (options.json) screen.json({ profile, host: host.origin, workspace, key_in: keyIn, key_id: own.id });
    else screen.line(`Logged in to "${workspace.name}" as ${member.name}. The profile is "${profile}".`);
    screen.note(`The key is stored in ${place}.`);
    if (keyIn === 'file')
      screen.note('This machine has no keyring that can be used. Only your user can read the file.');
  },
});

async function readKey(outside: Outside, host: URL): Promise<string> {
  const fromEnvironment = environmentKey(outside);
  if (fromEnvironment !== undefined) return fromEnvironment;
  if (outside.input.isTerminal) return outside.input.askHidden(`API key of ${host.origin} (not shown): `);
  return (await outside.input.readAll()).toString();
}
