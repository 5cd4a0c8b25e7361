/** The time zones of phone numbers. */
export type RecipientZones = {
  /** The time zones of the country of a number in E.164 format; undefined if the country is unknown. */
  zonesOf(phone: string): Promise<readonly [string, ...string[]] | undefined>;
};
