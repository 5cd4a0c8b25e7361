/** The lengths and prefixes of the numbers of every country. The file is deployed with the functions that normalise phone numbers. */
export const PHONE_METADATA = 'node_modules/libphonenumber-js/metadata.min.json';
