import type { WireRow } from '@jwxt/contracts/kernel/resource-field.ts';
import { textOf } from '@jwxt/contracts/kernel/resource-values.ts';
import { gradeMajorRequirement } from '@jwxt/contracts/scheme/scheme-system.resource.ts';
import { resourceOptions } from '@jwxt/contracts/kernel/resource-option.operations.ts';
import { useState } from 'react';
import { useOperation } from '../../lib/queries.ts';
import { ChooseMany } from '../../ui/choose-many.tsx';
import { SearchableSelect } from '../../ui/searchable-select.tsx';
import { Field } from '../../ui/search-form.tsx';

/** Grade-majors that are offered at once. */
const OFFERED = 200;

/** Several grade-majors in the person's scope, of one grade. */
export function GradeMajorChoice({
  value,
  onChange,
  without = '',
  error,
}: {
  value: readonly string[];
  onChange: (gradeMajorIds: string[]) => void;
  /** One that is not offered. */
  without?: string;
  error?: string | undefined;
}) {
  const grades = useOperation(resourceOptions, { to: 'grade' });
  const [chosen, setChosen] = useState<string | null>(null);
  const grade = chosen ?? grades.data?.list[0]?.code ?? '';
  const query = useOperation(
    gradeMajorRequirement.operations.query,
    { grade, pageNo: 1, pageSize: OFFERED },
    { enabled: grade !== '' },
  );
  const rows: readonly WireRow[] = query.data?.rows ?? [];
  const options = rows
    .map((row) => ({ code: textOf(row['gradeMajorId']), name: textOf(row['gradeMajorName']) }))
    .filter(({ code }) => code !== without);
  return (
    <>
      <Field label="年级" htmlFor="choice-grade">
        <SearchableSelect
          id="choice-grade"
          options={grades.data?.list ?? []}
          value={grade}
          clearable={false}
          onChange={(code) => {
            setChosen(code);
            onChange([]);
          }}
        />
      </Field>
      <Field label="年级专业" required htmlFor="choice-majors" error={error}>
        <ChooseMany id="choice-majors" options={options} value={value} onChange={onChange} />
      </Field>
    </>
  );
}
