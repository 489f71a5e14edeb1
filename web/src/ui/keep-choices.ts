import { keepListSetting } from '../lib/list-settings.ts';
import type { TableChoices } from './table-view.model.ts';

/** Keeps how the person wants a table; null: as the page declares it. */
export function keepChoices(name: string, choices: TableChoices | null): void {
  keepListSetting(name, ({ choices: _old, ...setting }) =>
    choices === null ? setting : { ...setting, choices: { ...choices, columns: [...choices.columns] } },
  );
}
