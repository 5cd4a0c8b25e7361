import { EXIT, wrongUsage } from '#cli/command/command-error.ts';
import { defineCommand } from '#cli/command/command.ts';
import type { Outside } from '#cli/command/outside.ts';
import { wholeNumber } from '#cli/command/parse.ts';
import { readHeaders } from '#cli/signing/captured-request.ts';
import { explainAsymmetric } from '#cli/signing/explain-asymmetric.ts';
import { explainSignatures } from '#cli/signing/explain-signature.ts';
import { readJwkSet, readPublicKey } from '#cli/signing/public-key.ts';
import { storedSecret } from '#cli/signing/secret.ts';
import { instantOf } from '#cli/terminal/instant.ts';
import { paint } from '#cli/terminal/screen.ts';

export const verify = defineCommand({
  name: 'verify',
  summary: 'Verify a captured webhook request, and explain why its signature does not match',
  details:
    'The secret comes from --secret-file, from WORKSPACE_PLATFORM_WEBHOOK_SECRET, or from a question on the terminal. Both schemes are verified. The\n' +
    'result is valid if one scheme is valid and the headers of the other are missing. With --public-key or --jwks, asymmetric signatures (v1a) are\n' +
    'verified, and the signatures of the secret only if there is a --secret-file. No request is sent.',
  arguments: [],
  options: {
    body: {
      type: 'text',
      summary: 'The file with the body as it was received, or - for standard input; required',
      value: 'path',
    },
    headers: {
      type: 'text',
      summary: 'The file with the headers, one a line or a JSON object',
      value: 'path',
    },
    header: { type: 'list', summary: 'A header', value: 'name: value' },
    'secret-file': { type: 'text', summary: 'The file with the secret', value: 'path' },
    'public-key': { type: 'list', summary: 'A public key of the endpoint', value: 'whpk_…' },
    jwks: { type: 'text', summary: 'The file with the JWK Set of the endpoint', value: 'path' },
    at: {
      type: 'text',
      summary: 'When the request was received: a timestamp, or an age such as 2h (now)',
      value: 'time',
    },
    tolerance: { type: 'text', summary: 'How far the time may differ, in seconds (300)', value: 'seconds' },
    'ignore-time': { type: 'flag', summary: 'Accept any time' },
  },
  examples: [
    'verify --headers request.headers --body request.body',
    'verify --headers request.headers --body request.body --jwks keys.json',
    `verify --header 'X-Webhook-Signature: t=1767225600,v1=5257…' --body - --ignore-time < request.body`,
  ],
  async run({ options, outside, screen }) {
    const at = instantOf('--at', options.at, outside.now());
    const tolerance = wholeNumber('--tolerance', options.tolerance ?? '300', 0, 999_999_999);
    if (options.body === undefined) throw wrongUsage('--body is missing.');
    const fromFile =
      options.headers === undefined ? [] : [(await readFile(outside, options.headers)).toString()];
    const headers = readHeaders([...fromFile, ...options.header]);
    const body = options.body === '-' ? await outside.input.readAll() : await readFile(outside, options.body);
    const keys = options['public-key'].map(readPublicKey);
    if (options.jwks !== undefined)
      keys.push(...readJwkSet(options.jwks, (await readFile(outside, options.jwks)).toString()));
    const file = options['secret-file'];
    const isSecretUsed = keys.length === 0 || file !== undefined;
    const secret = isSecretUsed ? await readSecret(outside, file, options.body === '-') : undefined;
    const received = options['ignore-time']
      ? undefined
      : (at === undefined ? outside.now() : new Date(at)).getTime() / 1000;

    const captured = { headers, body, at: received, tolerance };
    const verdicts = [
      ...(secret === undefined ? [] : explainSignatures({ ...captured, secret })),
      ...(keys.length === 0 ? [] : [explainAsymmetric({ ...captured, keys })]),
    ];
    const present = verdicts.filter(({ result }) => result !== 'missing');
    const isValid = present.length > 0 && present.every(({ result }) => result === 'valid');
    if (options.json) screen.json({ valid: isValid, schemes: verdicts });
    else
      for (const { scheme, result, explanation } of verdicts)
        screen.line(
          paint(result === 'valid' ? 'green' : result === 'missing' ? 'yellow' : 'red', result),
          scheme,
          explanation,
        );
    return isValid ? EXIT.ok : EXIT.verification;
  },
});

async function readFile({ files }: Pick<Outside, 'files'>, path: string): Promise<Buffer> {
  const bytes = await files.read(path);
  if (bytes) return bytes;
  throw wrongUsage(`There is no file ${path}.`);
}

/** White space around the secret is kept, because it is a frequent mistake that the explanation finds. A line break at the end of a file is none. */
async function readSecret(outside: Outside, file: string | undefined, bodyIsInput: boolean): Promise<string> {
  const stored = await storedSecret(outside, file);
  if (file !== undefined && !stored) throw wrongUsage(`There is no file ${file}.`);
  if (stored) return stored.from === file ? stored.text.replace(/\r?\n$/u, '') : stored.text;
  if (bodyIsInput || !outside.input.isTerminal)
    throw wrongUsage('The secret is missing: set WORKSPACE_PLATFORM_WEBHOOK_SECRET, or use --secret-file.');
  return outside.input.askHidden('Signing secret (not shown): ');
}
