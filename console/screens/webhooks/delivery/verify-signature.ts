/** Whether one of the signatures in an `X-Webhook-Signature` header is that of this body with this secret. */
export async function isSignatureValid(secret: string, header: string, body: string): Promise<boolean> {
  const parts = header.trim().split(',');
  const time = parts.find((part) => part.startsWith('t='))?.slice(2);
  const given = parts.filter((part) => part.startsWith('v1=')).map((part) => part.slice(3).toLowerCase());
  if (time === undefined || given.length === 0) return false;
  const text = new TextEncoder();
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', text.encode(secret.trim()), algorithm, false, ['sign']);
  const signature = new Uint8Array(await crypto.subtle.sign('HMAC', key, text.encode(`${time}.${body}`)));
  return given.includes([...signature].map((byte) => byte.toString(16).padStart(2, '0')).join(''));
}

/** The headers of Standard Webhooks that a receiver got. */
export type StandardHeaders = { readonly id: string; readonly timestamp: string; readonly signature: string };

export function isPublicKey(text: string): boolean {
  return text.trim().startsWith('whpk_');
}

/** Whether one of the `v1a` entries is the Ed25519 signature of this request with this key; undefined if the browser has no Ed25519. */
export async function isAsymmetricSignatureValid(
  publicKey: string,
  { id, timestamp, signature }: StandardHeaders,
  body: string,
): Promise<boolean | undefined> {
  const bytes = bytesOf(publicKey.trim().slice('whpk_'.length));
  if (bytes?.length !== 32) return false;
  const entries = signature.trim().split(/\s+/u);
  const given = entries.flatMap((entry) => (entry.startsWith('v1a,') ? (bytesOf(entry.slice(4)) ?? []) : []));
  const content = new TextEncoder().encode(`${id.trim()}.${timestamp.trim()}.${body}`);
  try {
    const key = await crypto.subtle.importKey('raw', bytes, 'Ed25519', false, ['verify']);
    const results = await Promise.all(
      given.map((each) => crypto.subtle.verify('Ed25519', key, each, content)),
    );
    return results.includes(true);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'NotSupportedError') return undefined;
    return false;
  }
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
