/**
 * The function of a name or an ARN: of the function itself, of an alias, or of the path with which a gateway invokes it.
 * There is only one version of every function here, so an alias is its function.
 */
export function functionOfArn(text: string): string {
  return /:function:([^/:]+)/.exec(text)?.[1] ?? text;
}
