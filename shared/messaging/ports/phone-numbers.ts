/** Knows the form of phone numbers in every country. */
export type PhoneNumbers = {
  /** The E.164 form of an international number, however it is punctuated; undefined if no number can have this form. */
  normalise(text: string): Promise<string | undefined>;

  /** The country of a number in E.164 format, as in ISO 3166-1; undefined if several countries share its beginning, or none has it. */
  countryOf(phone: string): Promise<string | undefined>;
};
