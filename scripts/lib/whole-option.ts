/** The value of a command-line option that is a whole number in decimal digits. @throws Error that names the option and its range */
export function wholeOption(name: string, text: string, least: number, most: number): number {
  const number = Number(text);
  if (/^\d+$/u.test(text) && Number.isSafeInteger(number) && number >= least && number <= most) return number;
  throw new Error(`--${name}: a whole number from ${least} to ${most}`);
}
