import * as v from 'valibot';
import type { BlockContent } from '#shared/biolinks/domain/block.ts';
import {
  consentVersion,
  SIGNUP_FIELDS,
  type SignupProblems,
  TRAP_FIELD,
} from '#shared/biolinks/render/signup-form.ts';
import { isVisible, receivedText } from '#shared/platform/core/text.ts';
import { mailAddress } from '#shared/platform/http/mail-address.ts';
import { singleLine } from '#shared/platform/http/text-field.ts';

type Content = Extract<BlockContent, { type: 'signup' }>;

/** What the visitor entered, for the form that is shown again. */
export type Sent = { readonly name: string; readonly email: string; readonly agreed: boolean };

/** A form as it was sent: by a program, with mistakes, with an outdated text, or complete. */
export type SentForm =
  | { readonly kind: 'trapped' }
  | {
      readonly kind: 'wrong';
      readonly status: 409 | 422;
      readonly sent: Sent;
      readonly problems: SignupProblems;
    }
  | {
      readonly kind: 'complete';
      readonly sent: Sent;
      readonly name: string | null;
      readonly email: string;
      readonly version: string;
    };

const nameField = singleLine(0, SIGNUP_FIELDS.name);

/** Reads the form of a block. If the visitor saw an earlier consent text, the form asks for consent to the current text. */
export function readSignup(form: URLSearchParams, { asksName, consent }: Content): SentForm {
  if ((form.get(TRAP_FIELD) ?? '') !== '') return { kind: 'trapped' };
  const sent = {
    name: asksName ? (form.get('name') ?? '') : '',
    email: form.get('email') ?? '',
    agreed: form.get('consent') === 'yes',
  };
  const version = consentVersion(consent);
  const name = v.safeParse(nameField, sent.name);
  const email = v.safeParse(mailAddress, sent.email);
  const isCurrent = form.get('version') === version;
  if (name.success && email.success && sent.agreed && isCurrent)
    return {
      kind: 'complete',
      sent,
      name: isVisible(name.output) ? name.output : null,
      email: email.output,
      version,
    };
  return {
    kind: 'wrong',
    status: isCurrent ? 422 : 409,
    // The box is not ticked for a text that the visitor has not seen.
    sent: {
      name: shownAgain(sent.name),
      email: shownAgain(sent.email),
      agreed: sent.agreed && isCurrent,
    },
    problems: {
      ...(name.success
        ? {}
        : { name: `Use at most ${SIGNUP_FIELDS.name} characters on one line, without control characters.` }),
      ...(email.success ? {} : { email: 'Enter an e-mail address such as ada@example.com.' }),
      ...consentProblem(isCurrent, sent.agreed),
    },
  };
}

/** HTML cannot contain all control characters. */
function shownAgain(text: string): string {
  return receivedText(text);
}

function consentProblem(isCurrent: boolean, agreed: boolean): Pick<SignupProblems, 'consent'> {
  if (!isCurrent) return { consent: 'This text has changed. Read it again, and tick the box if you agree.' };
  return agreed ? {} : { consent: 'Tick the box if you agree. Otherwise we cannot sign you up.' };
}
