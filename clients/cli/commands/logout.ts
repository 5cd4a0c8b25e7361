import { EXIT } from '#cli/command/command-error.ts';
import { defineCommand } from '#cli/command/command.ts';
import { profileName } from '#cli/keys/choose-key.ts';
import { removeProfile } from '#cli/keys/profiles.ts';

export const logout = defineCommand({
  name: 'logout',
  summary: 'Delete a stored API key from this machine',
  details: 'The key stays valid. To revoke it, use the console or "api DELETE /api/v1/api-keys/<id>".',
  arguments: [],
  options: {},
  examples: ['logout', 'logout --profile production'],
  async run({ options, outside, screen }) {
    const profile = profileName(outside, options.profile);
    const removed = await removeProfile(outside, profile);
    if (options.json) screen.json({ profile, removed });
    else
      screen.line(removed ? `Logged out of the profile "${profile}".` : `There is no profile "${profile}".`);
    return removed ? EXIT.ok : EXIT.credentials;
  },
});
