import { EXIT, CommandError, wrongUsage } from '#cli/command/command-error.ts';
import type { Outside } from '#cli/command/outside.ts';

const PREFIX = 'whsec_';
/** As many as the platform uses: 44 characters of base64 without padding. */
const SECRET_BYTES = 33;

/** A signing secret, and whether it was made just now. */
export type ChosenSecret = { readonly secret: string; readonly isNew: boolean; readonly from: string };

type Machine = Pick<Outside, 'env' | 'files' | 'random'>;

export function newSecret(random: Outside['random']): string {
  return `${PREFIX}${random(SECRET_BYTES).toString('base64')}`;
}

/** Whether a text is a complete signing secret. */
export function isSecret(text: string): boolean {
  return /^whsec_[A-Za-z\d+/=]{44}$/u.test(text);
}

/**
 * The secret of the file, then that of the environment, then a new one. A file that does not exist is created, so that the secret stays the same.
 * @throws CommandError if the secret is not complete
 */
export async function chooseSecret(machine: Machine, file: string | undefined): Promise<ChosenSecret> {
  const stored = await storedSecret(machine, file);
  if (stored !== undefined) {
    const secret = stored.text.trim();
    if (isSecret(secret)) return { secret, isNew: false, from: stored.from };
    throw new CommandError(EXIT.usage, `${stored.from} has no signing secret: whsec_ and 44 characters.`);
  }
  const secret = newSecret(machine.random);
  if (file !== undefined) await machine.files.writePrivately(file, `${secret}\n`);
  return { secret, isNew: true, from: file ?? 'memory' };
}

/** The text of the file or of the environment, as it is. */
export async function storedSecret(
  { env, files }: Pick<Machine, 'env' | 'files'>,
  file: string | undefined,
): Promise<{ readonly text: string; readonly from: string } | undefined> {
  if (file !== undefined) {
    const bytes = await files.read(file);
    return bytes && { text: bytes.toString(), from: file };
  }
  const name = 'WORKSPACE_PLATFORM_WEBHOOK_SECRET';
  const text = env[name];
  return text === undefined || text === '' ? undefined : { text, from: name };
}

export function requireForwardUrl(text: string): URL {
  const url = URL.parse(text);
  if (
    url &&
    ['http:', 'https:'].includes(url.protocol) &&
    url.username === '' &&
    url.password === '' &&
    url.hash === ''
  )
    return url;
  throw wrongUsage(
    '--forward is missing or not a URL: add the URL of your server, such as http://localhost:4000/hooks.',
  );
}
