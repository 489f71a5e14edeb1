import { TextInput } from '@mantine/core';
import type { ElectiveDraft } from '@jwxt/contracts/elective/elective-form.ts';
import { plainNumber } from '@jwxt/contracts/kernel/number-text.ts';
import { hourCategories } from '@jwxt/contracts/elective/elective.operations.ts';
import { HOURS_LOADING } from '@jwxt/contracts/elective/elective.vocabulary.ts';
import { useOperation } from '../../lib/queries.ts';
import { QueryFaces } from '../../ui/faces.tsx';
import { hourSumText, withHours } from './elective-form.model.ts';
import classes from './elective.module.css';

export type HourFieldsProps = {
  hourList: ElectiveDraft['hourList'];
  totalHour: string;
  errors: Readonly<Record<string, string>>;
  onChange: (hourList: ElectiveDraft['hourList']) => void;
};

/** Hours of each category (`xsbh`, `xsmc`, `xs`); those left empty are none (ELECTIVE-22, 33). */
export function HourFields({ hourList, totalHour, errors, onChange }: HourFieldsProps) {
  const query = useOperation(hourCategories, {}, { staleTime: 600_000 });
  if (query.isPending)
    return (
      <p className={classes['loading']} role="status">
        {HOURS_LOADING}
      </p>
    );
  return (
    <QueryFaces query={query} compact rows={1}>
      {({ list }) => (
        <>
          <div className={classes['hours']}>
            {list.map(({ xsbh, xsmc }) => {
              const at = hourList.findIndex((hour) => hour.xsbh === xsbh);
              const error = errors[`hourList.${String(at)}.xs`] ?? (errors['hourList'] === undefined ? undefined : '');
              return (
                <div key={xsbh}>
                  <div className={classes['hour']}>
                    <label htmlFor={`elective-hour-${xsbh}`}>{xsmc}</label>
                    <TextInput
                      id={`elective-hour-${xsbh}`}
                      style={{ flex: 1 }}
                      inputMode="decimal"
                      maxLength={20}
                      value={hourList[at]?.xs ?? ''}
                      error={error !== undefined}
                      onChange={(event) => {
                        onChange(
                          withHours(
                            hourList,
                            list.map((each) => each.xsbh),
                            xsbh,
                            event.currentTarget.value,
                          ),
                        );
                      }}
                    />
                  </div>
                  {error && (
                    <div className={classes['hourError']} role="alert">
                      {error}
                    </div>
                  )}
                </div>
              );
            })}
          </div>
          <div
            className={classes['sum']}
            data-wrong={
              (hourList.length > 0 &&
                totalHour.trim() !== '' &&
                hourSumText(hourList) !== plainNumber(totalHour).replace(/\.0$/, '')) ||
              undefined
            }
          >
            合计 {hourSumText(hourList)} 学时{totalHour.trim() !== '' && `，总学时 ${totalHour.trim()}`}
            ；各分类合计应等于总学时
          </div>
        </>
      )}
    </QueryFaces>
  );
}
