import * as v from 'valibot';
import { issue } from '#shared/platform/core/issue.ts';
import { singleLine } from './text-field.ts';

/** A path of 256 octets without its angle brackets (RFC 5321, 4.5.3.1.3). */
const LIMIT = 254;
const LOCAL_LIMIT = 64;

/** The atoms of RFC 5322, 3.2.3, with letters of every script (RFC 6531, 3.3). Quoted strings are unused in practice. */
const ATOM = String.raw`[\p{L}\p{M}\p{N}!#$%&'*+/=?^_\x60{|}~-]+`;
const LABEL = String.raw`[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?`;
/** Does not begin with a digit, so that an IPv4 address does not match. */
const TOP = String.raw`\p{L}[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}]`;
const MAILBOX = new RegExp(String.raw`^${ATOM}(?:\.${ATOM})*@(?:${LABEL}\.)+${TOP}$`, 'u');

/**
 * An email address such as `info@bücher.de` or `a+b&c@example.com`. It is exactly one address, so that it cannot inject a
 * header, a list or a comment. It must still be encoded in a `mailto:` URL.
 */
export const mailAddress = v.pipe(
  singleLine(1, LIMIT),
  v.check(isMailbox, issue('invalid_format', 'Use an email address such as ada@example.com.')),
  v.metadata({ format: 'idn-email' }),
);

function isMailbox(text: string): boolean {
  return MAILBOX.test(text) && text.lastIndexOf('@') <= LOCAL_LIMIT;
}
