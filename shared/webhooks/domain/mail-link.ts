import { LINK_PURPOSES, type LinkPurpose } from './mail-consent.ts';

/** What a link in a mail identifies, and the secret that only the recipient of the mail knows. */
export type MailLink = {
  readonly purpose: LinkPurpose;
  readonly workspaceId: string;
  readonly targetId: string;
  readonly secret: string;
};

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const TOKEN = new RegExp(
  `^(?<purpose>${LINK_PURPOSES.join('|')})\\.(?<workspaceId>${UUID})\\.(?<targetId>${UUID})\\.(?<secret>[\\w-]{43})$`,
  'u',
);

/** The path of the page that a link opens. */
export function mailLinkPath({ purpose, workspaceId, targetId, secret }: MailLink): string {
  return `/notification-mail/${purpose}.${workspaceId}.${targetId}.${secret}`;
}

/** Parses the last segment of the path; undefined for any other text. */
export function parseMailLink(token: string): MailLink | undefined {
  const { purpose, workspaceId, targetId, secret } = TOKEN.exec(token)?.groups ?? {};
  const known = LINK_PURPOSES.find((one) => one === purpose);
  if (!known || !workspaceId || !targetId || !secret) return undefined;
  return { purpose: known, workspaceId, targetId, secret };
}
