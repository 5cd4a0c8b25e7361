import { createHash } from 'node:crypto';
import { html } from 'hono/html';
import type { BlockContent } from '#shared/biolinks/domain/block.ts';
import type { Markup } from '#shared/platform/render/markup.ts';

/** Limits of what a visitor enters, in characters. */
export const SIGNUP_FIELDS = { name: 120, email: 254 } as const;

/** The field that people do not see. Programs that fill in every field of a form are recognised by it. */
export const TRAP_FIELD = 'website';

/** The query parameter of the page after a sign-up: the block of the form. */
export const SIGNED_UP = 'signed_up';

/** What the page says about one of its sign-up forms: that it was sent, or what is wrong with it. */
export type SignupState = { readonly block: string } & (
  | { readonly kind: 'done' }
  | {
      readonly kind: 'again';
      /** What the visitor entered, so that nothing is typed twice. */
      readonly sent: { readonly name: string; readonly email: string; readonly agreed: boolean };
      readonly problems: SignupProblems;
    }
);

export type SignupProblems = {
  readonly name?: string;
  readonly email?: string;
  readonly consent?: string;
  /** About the whole form. */
  readonly form?: string;
};

/** Tells password managers (1Password, Bitwarden, Dashlane, LastPass) that a field is not theirs: they would fill it in unseen. */
const NOT_FOR_MANAGERS = html` data-1p-ignore data-bwignore data-form-type="other" data-lpignore="true"`;

type Content = Extract<BlockContent, { type: 'signup' }>;

type Form = {
  readonly block: string;
  readonly content: Content;
  /** The slug of the page. */
  readonly slug: string;
  readonly state: SignupState | undefined;
  /** Whether the page is a preview, which has no forms. */
  readonly isPreview: boolean;
};

/**
 * Identifies the text that a visitor saw. A form that was opened before the owner changed the text sends the version of the old text, so
 * that the visitor is asked again.
 */
export function consentVersion(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

/** The id of the form of a block in its page, to which the response to a sign-up leads. */
export function signupAnchor(block: string): string {
  return `signup-${block}`;
}

/** A form for an e-mail address, or the text after it was sent. It uses no script and no cookie. */
export function signupMarkup({ block, content, slug, state, isPreview }: Form): Markup {
  const anchor = signupAnchor(block);
  const inside = state?.kind === 'done' ? thanks(content) : form({ block, content, slug, state, isPreview });
  return html`<section class="card signup" id="${anchor}" aria-labelledby="${anchor}-title">
<h2 id="${anchor}-title" dir="auto">${content.title}</h2>
${inside}
</section>`;
}

function thanks({ thanks: text }: Content): Markup {
  return html`<p class="thanks" role="status" dir="auto">${text}</p>`;
}

function form({ block, content, slug, state, isPreview }: Form): Markup {
  const anchor = signupAnchor(block);
  const { sent, problems } =
    state?.kind === 'again'
      ? state
      : { sent: { name: '', email: '', agreed: false }, problems: {} as SignupProblems };
  const first = (['form', 'name', 'email', 'consent'] as const).find(
    (field) => problems[field] !== undefined,
  );
  const shown = { anchor, problems, first };
  const fields = html`${problem(shown, 'form')}
<div hidden><label for="${anchor}-trap">Leave this field empty</label>
<input id="${anchor}-trap" name="${TRAP_FIELD}" autocomplete="off" tabindex="-1"${NOT_FOR_MANAGERS} /></div>
<input type="hidden" name="version" value="${consentVersion(content.consent)}" />
${
  content.asksName &&
  html`<div class="field"><label for="${anchor}-name">Name (optional)</label>
<input id="${anchor}-name" name="name" autocomplete="name" maxlength="${SIGNUP_FIELDS.name}" value="${sent.name}"${invalid(shown, 'name')} />
${problem(shown, 'name')}</div>`
}
<div class="field"><label for="${anchor}-email">E-mail address</label>
<input id="${anchor}-email" name="email" type="email" autocomplete="email" required maxlength="${SIGNUP_FIELDS.email}" value="${sent.email}"${invalid(shown, 'email')} />
${problem(shown, 'email')}</div>
<div class="field"><label class="agree"><input name="consent" type="checkbox" value="yes" required${sent.agreed ? html` checked` : ''}${invalid(shown, 'consent')} />
<span dir="auto">${content.consent}</span></label>
${problem(shown, 'consent')}</div>
<button dir="auto"${first === 'form' ? html` autofocus` : ''}>${content.button}</button>`;
  return isPreview
    ? html`<div class="form" inert>${fields}</div>`
    : html`<form method="post" action="/${slug}/subscribe/${block}">
${fields}
</form>`;
}

type Shown = {
  readonly anchor: string;
  readonly problems: SignupProblems;
  /** The first field with a problem: the browser moves to it. */
  readonly first: keyof SignupProblems | undefined;
};

function problem({ anchor, problems }: Shown, field: keyof SignupProblems): Markup {
  const text = problems[field];
  if (text === undefined) return html``;
  return html`<p class="error" id="${anchor}-${field}-problem" role="alert">${text}</p>`;
}

function invalid({ anchor, problems, first }: Shown, field: keyof SignupProblems): Markup {
  if (problems[field] === undefined) return html``;
  const focus = first === field ? html` autofocus` : '';
  return html` aria-invalid="true" aria-describedby="${anchor}-${field}-problem"${focus}`;
}
