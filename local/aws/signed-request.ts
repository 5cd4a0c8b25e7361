import { Sha256 } from '@smithy/core/checksum';
import { HttpRequest } from '@smithy/core/protocols';
import { SignatureV4 } from '@smithy/signature-v4';
import type { PartRequest } from '#local/http-part.ts';
import { LOCAL_AWS } from './aws-identity.ts';

/**
 * Whether the headers of a request sign it for a service. The request is signed again and compared, so that a signature over another
 * body, path or header, or for another service, is detected as in AWS.
 */
export async function isSigned(
  { method, url, headers, body }: PartRequest,
  service: string,
): Promise<boolean> {
  const stated = headers['authorization'] ?? '';
  const names = /SignedHeaders=(?<names>[^,]+)/u.exec(stated)?.groups?.['names']?.split(';') ?? [];
  const signer = new SignatureV4({
    service,
    region: LOCAL_AWS.region,
    credentials: LOCAL_AWS.credentials,
    sha256: Sha256,
  });
  const { 'x-amz-date': date = '' } = headers;
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/u.exec(String(date)) ?? [];
  const signingDate = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  if (stated === '' || Number.isNaN(signingDate.getTime())) return false;
  const again = new HttpRequest({
    method,
    path: url.pathname,
    query: Object.fromEntries(url.searchParams),
    headers: Object.fromEntries(names.map((name) => [name, String(headers[name] ?? '')])),
    body: body.toString(),
  });
  const signed = await signer.sign(again, { signingDate });
  return signed.headers['authorization'] === stated;
}
