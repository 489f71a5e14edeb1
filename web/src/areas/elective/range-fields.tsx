import type { ElectiveDraft } from '@jwxt/contracts/elective/elective-form.ts';
import { rangeValues } from '@jwxt/contracts/elective/elective.operations.ts';
import {
  attributeTypeNames,
  attributeTypes,
  type AttributeType,
} from '@jwxt/contracts/elective/elective.vocabulary.ts';
import { useOperation } from '../../lib/queries.ts';
import { ChooseMany } from '../../ui/choose-many.tsx';
import { Field } from '../../ui/search-form.tsx';
import { withRange } from './elective-form.model.ts';
import classes from './elective.module.css';

export type RangeFieldsProps = {
  rangeList: ElectiveDraft['rangeList'];
  error: boolean;
  onChange: (rangeList: ElectiveDraft['rangeList']) => void;
};

/**
 * Who may choose the course, by the eight attributes (ELECTIVE-06); within one any of the values, of several attributes
 * all.
 */
export function RangeFields({ rangeList, error, onChange }: RangeFieldsProps) {
  return (
    <div className={classes['two']}>
      {attributeTypes.map((type) => (
        <RangeField
          key={type}
          type={type}
          error={error}
          value={rangeList.find(({ attributeType }) => attributeType === type)?.values ?? []}
          onChange={(values) => {
            onChange(withRange(rangeList, type, values));
          }}
        />
      ))}
    </div>
  );
}

function RangeField({
  type,
  value,
  error,
  onChange,
}: {
  type: AttributeType;
  value: readonly string[];
  error: boolean;
  onChange: (values: string[]) => void;
}) {
  const query = useOperation(rangeValues, { attributeType: type }, { staleTime: 600_000 });
  const id = `elective-range-${type}`;
  return (
    <Field
      width={98}
      label={attributeTypeNames[type]}
      htmlFor={id}
      error={query.isError ? '选项查询失败，请刷新后重试' : undefined}
    >
      <ChooseMany
        id={id}
        options={query.data?.list ?? []}
        value={value}
        onChange={onChange}
        error={error}
        placeholder={query.isPending ? '正在查询…' : '不限'}
        disabled={query.data === undefined}
      />
    </Field>
  );
}
