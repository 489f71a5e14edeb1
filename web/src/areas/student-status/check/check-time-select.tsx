import { textOf } from '@jwxt/contracts/kernel/resource-values.ts';
import { infoCheckTime } from '@jwxt/contracts/student-status/check/info-check-time.resource.ts';
import { useOperation } from '../../../lib/queries.ts';
import { useMay } from '../../../lib/session.ts';
import { SearchableSelect } from '../../../ui/searchable-select.tsx';

type CheckTimeSelectProps = { id: string; value: string | null; onChange: (code: string | null) => void };

/** One of the times of checking information, newest first. */
export function CheckTimeSelect({ id, value, onChange }: CheckTimeSelectProps) {
  const query = useOperation(
    infoCheckTime.operations.query,
    { pageNo: 1, pageSize: 100 },
    { enabled: useMay('infoCheckTime:query'), staleTime: 60_000 },
  );
  const rows = (query.data?.rows ?? []) as readonly Readonly<Record<string, unknown>>[];
  return (
    <SearchableSelect
      id={id}
      placeholder="全部"
      options={rows.map((row) => ({ code: textOf(row['checkTimeId']), name: textOf(row['checkName']) }))}
      value={value}
      onChange={onChange}
    />
  );
}
