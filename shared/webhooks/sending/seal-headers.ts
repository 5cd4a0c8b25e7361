import * as v from 'valibot';
import type { SealContext, SecretBox } from '#shared/platform/core/secret-box.ts';
import type { Endpoint } from '#shared/webhooks/domain/endpoint.ts';
import type { RequestHeader, RequestHeaders } from '#shared/webhooks/domain/request-headers.ts';

type Owner = Pick<Endpoint, 'id' | 'workspaceId'>;

const sealedHeaders = v.array(v.tuple([v.string(), v.string()]));

/** Encrypts the request headers of an endpoint in one call. Returns null for no request headers, without a call. */
export async function sealHeaders(
  secrets: Pick<SecretBox, 'seal'>,
  owner: Owner,
  headers: readonly RequestHeader[],
): Promise<RequestHeaders | null> {
  if (headers.length === 0) return null;
  const sealed = await secrets.seal(JSON.stringify(headers), headersContext(owner));
  return { names: headers.map(([name]) => name), sealed };
}

/** Decrypts the request headers of an endpoint. @throws SecretUnavailableError if the key service is unavailable */
export async function openHeaders(
  secrets: Pick<SecretBox, 'open'>,
  target: Owner & Pick<Endpoint, 'headers'>,
): Promise<readonly RequestHeader[]> {
  if (target.headers === null) return [];
  return parse(await secrets.open(target.headers.sealed, headersContext(target)));
}

/** What request headers are bound to. The subject differs from that of the secret, so that neither ciphertext can replace the other. */
export function headersContext({ id, workspaceId }: Owner): SealContext {
  return { purpose: 'signing', workspace: workspaceId, subject: `${id}#headers` };
}

function parse(text: string): readonly RequestHeader[] {
  try {
    return v.parse(sealedHeaders, JSON.parse(text));
  } catch {
    // The errors of JSON.parse and valibot quote the text, and errors are logged.
    throw new Error('The decrypted headers are not a list of names and values');
  }
}
