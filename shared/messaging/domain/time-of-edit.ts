/** The position in lists follows from this time. It must not move back if the clocks of two containers differ. */
export function timeOfEdit({ updatedAt }: { readonly updatedAt: Date }, now: Date): Date {
  return now > updatedAt ? now : new Date(updatedAt.getTime() + 1);
}
