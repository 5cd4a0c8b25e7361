/** The server whose handles end in `.bsky.social`. */
const PUBLIC_SERVICE = 'https://bsky.social';

/**
 * The handle, e-mail address or DID of an account as its server expects it. Profiles show a handle between invisible marks of direction,
 * which a copy has, too; people write it with an `@`, or only the name before `.bsky.social`.
 */
export function signInName(identifier: string, service: string): string {
  const name = identifier
    .replaceAll(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    .trim()
    .replace(/^[@＠]/u, '');
  const isName = /^[a-z\d-]+$/iu.test(name);
  return isName && service === PUBLIC_SERVICE ? `${name}.bsky.social` : name;
}
