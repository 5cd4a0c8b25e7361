/** What a mail says, before it is rendered as plain text and as HTML. */
export type MailDraft = {
  readonly to: string;
  /** One line. */
  readonly subject: string;
  readonly paragraphs: readonly MailParagraph[];
  /** Why the reader gets the mail, if there is something to say, and how to end it. */
  readonly ending: { readonly text: string | null; readonly link: MailLink };
  readonly unsubscribeUrl: string;
};

/** A paragraph, or a link that stands alone. */
export type MailParagraph = string | MailLink;

/** `button` is the label of the link in HTML, where its address is not shown; `label` stands before the address in plain text. */
export type MailLink = { readonly label: string; readonly button: string; readonly url: string };
