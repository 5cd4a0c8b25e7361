import { type SecretBox, SecretUnavailableError } from '#shared/platform/core/secret-box.ts';
import {
  codeContext,
  type ConnectFlow,
  readFlow,
  STATE_CONTEXT,
  writeFlow,
} from '#shared/publishing/domain/oauth/connect-flow.ts';

/** A ciphertext in base64url. Anything else is rejected without a request to the key service. */
const CIPHERTEXT = /^[\w-]{40,6000}$/u;

/** Errors of the key service that concern the stage and not the ciphertext. */
const MISCONFIGURED: ReadonlySet<string> = new Set([
  'AccessDeniedException',
  'DisabledException',
  'KMSInvalidStateException',
  'NotFoundException',
]);

/** Encrypts a connection to its `state`. */
export function sealFlow(secrets: Pick<SecretBox, 'seal'>, flow: ConnectFlow): Promise<string> {
  return secrets.seal(writeFlow(flow), STATE_CONTEXT).then(toUrlText);
}

/**
 * Decrypts a `state`; undefined if this stage did not issue it. The caller checks whether it has expired. @throws SecretUnavailableError
 */
export async function openFlow(
  secrets: Pick<SecretBox, 'open'>,
  state: string,
): Promise<ConnectFlow | undefined> {
  const text = await openText(() => secrets.open(fromUrlText(state), STATE_CONTEXT), state);
  return text === undefined ? undefined : readFlow(text);
}

/** Encrypts the authorisation code of the network for the connection that requested the code. */
export function sealCode(secrets: Pick<SecretBox, 'seal'>, flow: ConnectFlow, code: string): Promise<string> {
  return secrets.seal(code, codeContext(flow)).then(toUrlText);
}

/** Decrypts a one-time code; undefined if it was not issued for this connection. @throws SecretUnavailableError */
export function openCode(
  secrets: Pick<SecretBox, 'open'>,
  flow: ConnectFlow,
  sealed: string,
): Promise<string | undefined> {
  return openText(() => secrets.open(fromUrlText(sealed), codeContext(flow)), sealed);
}

async function openText(open: () => Promise<string>, sealed: string): Promise<string | undefined> {
  // Several base64url texts decode to the same bytes; only the text that was issued is accepted.
  if (!CIPHERTEXT.test(sealed) || toUrlText(fromUrlText(sealed)) !== sealed) return undefined;
  try {
    return await open();
  } catch (error) {
    if (error instanceof SecretUnavailableError) throw error;
    if (error instanceof Error && MISCONFIGURED.has(error.name)) throw error;
    return undefined;
  }
}

function toUrlText(ciphertext: string): string {
  return Buffer.from(ciphertext, 'base64').toString('base64url');
}

function fromUrlText(text: string): string {
  return Buffer.from(text, 'base64url').toString('base64');
}
