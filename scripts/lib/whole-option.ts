/** The value of a command-line option that is a whole number. @throws Error that names the option and its range */
export function wholeOption(name: string, text: string, least: number, most: number): number {
  const number = Number(text);
  if (Number.isInteger(number) && number >= least && number <= most) return number;
  throw new Error(`--${name}: a whole number from ${least} to ${most}`);
}
