/** Flags on the wire (`sf…`, @SF): yes and no. */
export const yesNo = { no: '0', yes: '1' } as const;
export type YesNo = (typeof yesNo)[keyof typeof yesNo];

/** What is so as the wire says it. */
export function yesNoOf(is: boolean): YesNo {
  return is ? yesNo.yes : yesNo.no;
}
