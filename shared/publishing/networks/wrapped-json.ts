/** How many places in a text are tried as the beginning of its JSON. */
const MAX_STARTS = 8;

/** A comment of HTML at the end, which caches of pages append. */
const COMMENT_AT_END = /-->\s*$/u;

/**
 * The JSON object or list in a response of PHP. Plugins print warnings and byte order marks before it, and comments of HTML after it. Undefined
 * if there is none.
 */
export function jsonInText(text: string): unknown {
  const whole = parsed(text);
  if (whole !== undefined) return whole;
  const end = withoutComments(text).trimEnd();
  if (!/[\]}]$/u.test(end)) return undefined;
  let tries = 0;
  // What is printed before JSON ends with a line, a tag or a mark.
  for (const { index } of end.matchAll(/(?<=^|[>\s\ufeff])[[{]/gu)) {
    const found = parsed(end.slice(index));
    if (found !== undefined) return found;
    tries += 1;
    if (tries === MAX_STARTS) return undefined;
  }
  return undefined;
}

function withoutComments(text: string): string {
  let rest = text;
  while (COMMENT_AT_END.test(rest.slice(-MAX_SPACE))) {
    const start = rest.lastIndexOf('<!--');
    if (start === -1) return rest;
    rest = rest.slice(0, start);
  }
  return rest;
}

/** White space after a comment. */
const MAX_SPACE = 100;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
