import type { DictionaryOption } from '../ui/select-options.ts';

/** Declared choices as options of a select. */
export function choicesOf(options: Readonly<Record<string, string>>): DictionaryOption[] {
  return Object.entries(options).map(([code, name]) => ({ code, name }));
}
