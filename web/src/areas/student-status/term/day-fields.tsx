import { takenBackupDays } from '@jwxt/contracts/student-status/term/student-figures.operations.ts';
import { useOperation } from '../../../lib/queries.ts';
import { DateField } from '../../../ui/date-field.tsx';
import { SearchableSelect } from '../../../ui/searchable-select.tsx';

type Days = { day: string; backupDayId: string };

/** The day that is counted: any day, until today. */
export function DayInput({ id, value, onChange }: { id: string; value: Days; onChange: (change: Days) => void }) {
  return (
    <DateField
      id={id}
      clearable
      placeholder="今天"
      value={value.day === '' ? null : value.day}
      onChange={(day) => {
        onChange({ day: day ?? '', backupDayId: '' });
      }}
    />
  );
}

/** Or a backup day, which says itself which day it is. */
export function BackupDayInput({ id, value, onChange }: { id: string; value: Days; onChange: (change: Days) => void }) {
  const query = useOperation(takenBackupDays, {}, { staleTime: 60_000 });
  return (
    <SearchableSelect
      id={id}
      placeholder="不使用，按现在的记录"
      query={query}
      options={(query.data?.list ?? []).map(({ backupDayId, backupName, backupDate }) => ({
        code: backupDayId,
        name: `${backupName}（${backupDate}）`,
      }))}
      value={value.backupDayId === '' ? null : value.backupDayId}
      onChange={(code) => {
        onChange({ day: '', backupDayId: code ?? '' });
      }}
    />
  );
}

/** The day as operations take it: nothing means today. */
export function daysAsked({ day, backupDayId }: Days): { day?: string; backupDayId?: string } {
  if (backupDayId !== '') return { backupDayId };
  return day === '' ? {} : { day };
}
