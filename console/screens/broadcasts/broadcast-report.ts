import type { components } from '#clients/typescript/schema.d.ts';
import type { Broadcast } from './broadcast-reads.ts';

type Report = components['schemas']['ReportBroadcastBody'];

/** What a person enters about the progress. An empty text means that nothing is reported. */
export type ReportDraft = {
  readonly recipients: string;
  readonly sent: string;
  readonly failed: string;
  readonly outcome: '' | NonNullable<Report['outcome']>;
  readonly error: string;
};

/** The request that reports the progress. A text that is no number becomes null, for which the API returns a validation error at its field. */
export function reportOf({ recipients, sent, failed, outcome, error }: ReportDraft): Report {
  return {
    ...(isEmpty(recipients) ? {} : { recipients: Number(recipients) }),
    ...(isEmpty(sent) ? {} : { sent: Number(sent) }),
    ...(isEmpty(failed) ? {} : { failed: Number(failed) }),
    ...(outcome === '' ? {} : { outcome }),
    ...(error === '' ? {} : { error }),
  };
}

/** The share of the recipients with a result, from 0 to 1; undefined if the number of recipients is unknown. */
export function shareOf({ recipients, sent, failed }: Broadcast): number | undefined {
  return recipients === 0 ? undefined : Math.min(1, (sent + failed) / recipients);
}

function isEmpty(text: string): boolean {
  return text.trim() === '';
}
