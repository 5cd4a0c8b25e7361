/** The value of a variable that must be set and not empty. @throws Error with its name */
export function requiredVariable(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`Missing environment variable: ${name}`);
  return value;
}
