/** A dictionary value as the server gives it: `code` and `name`, or `dm` and `mc` (PICKERS-149). */
export type DictionaryOption =
  | { readonly code: string; readonly name: string }
  | { readonly dm: string; readonly mc: string };

/** What Mantine's selects take. */
export type SelectOption = { value: string; label: string };

/** Dictionary values as choices of a select, in their order. */
export function selectOptions(values: readonly DictionaryOption[]): SelectOption[] {
  return values.map((each) =>
    'code' in each ? { value: each.code, label: each.name } : { value: each.dm, label: each.mc },
  );
}

/** Whether a choice is found by what was typed: any part of its label, capitals or not (PICKERS-065). */
export function matchesLabel(label: string, typed: string): boolean {
  return label.toLowerCase().includes(typed.trim().toLowerCase());
}
