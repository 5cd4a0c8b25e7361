/** Knows the form of phone numbers in every country. */
export interface PhoneNumbers {
  /** The E.164 form of an international number, however it is punctuated; undefined if no number can have this form. */
  normalise(text: string): Promise<string | undefined>;
}
