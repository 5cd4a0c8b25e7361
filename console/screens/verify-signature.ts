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
