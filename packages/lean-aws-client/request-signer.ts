import { createHmac, createSecretKey, hash, type KeyObject } from 'node:crypto';

/** Credentials as the SDK provides them. */
export type Credentials = {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string | undefined;
};

/** A POST request to the root of a service. All of its headers are signed; their names are in lower case. */
type SignableRequest = {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

/** Region and service of a request, such as `eu-central-1/dynamodb`. */
type SigningScope = string;

const ALGORITHM = 'AWS4-HMAC-SHA256';

/**
 * Creates a function that returns the headers of a request with its signature (AWS Signature Version 4). The signing key of a day is
 * derived once, which is half of the work of a signature.
 */
export function createRequestSigner(scope: SigningScope) {
  const [region = '', service = ''] = scope.split('/');
  let cached: { readonly day: string; readonly secret: string; readonly key: KeyObject } | undefined;

  function signingKey(day: string, secret: string): KeyObject {
    if (cached?.day !== day || cached.secret !== secret) {
      const parts = [day, region, service, 'aws4_request'];
      const bytes = parts.reduce<Buffer>(
        (key, part) => createHmac('sha256', key).update(part).digest(),
        Buffer.from(`AWS4${secret}`),
      );
      // With bytes, each HMAC would first create a key object, which takes five times as long.
      cached = { day, secret, key: createSecretKey(bytes) };
    }
    return cached.key;
  }

  return ({ headers, body }: SignableRequest, credentials: Credentials, at: Date): Record<string, string> => {
    const { accessKeyId, secretAccessKey, sessionToken } = credentials;
    const time = at.toISOString().replaceAll(/[-:]|\.\d{3}/gu, '');
    const day = time.slice(0, 'yyyymmdd'.length);
    const signed: Record<string, string> = { ...headers, 'x-amz-date': time };
    if (sessionToken !== undefined) signed['x-amz-security-token'] = sessionToken;
    const names = Object.keys(signed).toSorted();
    const lines = names.map((name) => `${name}:${signed[name]?.trim()}\n`).join('');
    const signedHeaders = names.join(';');
    const canonical = `POST\n/\n\n${lines}\n${signedHeaders}\n${hash('sha256', body)}`;
    const credentialScope = `${day}/${scope}/aws4_request`;
    const text = `${ALGORITHM}\n${time}\n${credentialScope}\n${hash('sha256', canonical)}`;
    const signature = createHmac('sha256', signingKey(day, secretAccessKey)).update(text).digest('hex');
    const credential = `Credential=${accessKeyId}/${credentialScope}`;
    signed['authorization'] =
      `${ALGORITHM} ${credential}, SignedHeaders=${signedHeaders}, Signature=${signature}`;
    return signed;
  };
}
