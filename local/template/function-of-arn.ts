/**
 * The function behind a name or an ARN: of the function, of an alias of it, or of the path by which a gateway invokes it. There
 * is one version of everything here, so an alias is its function.
 */
export function functionOfArn(text: string): string {
  return /:function:([^/:]+)/.exec(text)?.[1] ?? text;
}
