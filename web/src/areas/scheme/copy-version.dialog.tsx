import { copyVersion } from '@jwxt/contracts/scheme/scheme-version.operations.ts';
import { resourceOptions } from '@jwxt/contracts/kernel/resource-option.operations.ts';
import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { notify } from '../../lib/notify.ts';
import { useOperation, useOperationMutation } from '../../lib/queries.ts';
import { Dialog } from '../../ui/dialog.tsx';
import layout from '../../ui/dialog-form.module.css';
import { SearchableSelect } from '../../ui/searchable-select.tsx';
import { Field } from '../../ui/search-form.tsx';
import { CancelButton } from '../../ui/unsaved-input.tsx';

/** A new version with the tree and the credits of another one (SCHEME-09). */
export function CopyVersionDialog({
  schemeVersionId,
  name,
  onClose,
}: {
  schemeVersionId: string;
  name: string;
  onClose: () => void;
}) {
  const grades = useOperation(resourceOptions, { to: 'grade' });
  const [values, setValues] = useState({ schemeVersionName: '', schemeVersionYear: '', beginGrade: '' });
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const copy = useOperationMutation(copyVersion, {
    invalidates: ['schemeVersion.', 'resource.'],
    success: '已复制为新的草稿，课程模块、分类和学分要求与原版本相同',
    onSuccess: onClose,
    onError: (error) => {
      if (error.fieldErrors.length === 0) notify.failure(error, '复制失败');
      else setErrors(Object.fromEntries(error.fieldErrors.map(({ field, message }) => [field, message])));
    },
  });
  const change = (own: Partial<typeof values>) => {
    setValues({ ...values, ...own });
    setErrors({});
  };
  return (
    <Dialog opened width={520} title={`复制方案版本：${name}`} onClose={onClose} input={values} flush>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          copy.mutate({ schemeVersionId, ...values });
        }}
      >
        <div className={layout['body']}>
          <Field label="版本名称" required htmlFor="copy-name" error={errors['schemeVersionName']}>
            <TextInput
              id="copy-name"
              data-autofocus
              placeholder="请输入版本名称，如 2027版"
              maxLength={50}
              value={values.schemeVersionName}
              onChange={(event) => {
                change({ schemeVersionName: event.currentTarget.value });
              }}
            />
          </Field>
          <Field label="版本年份" required htmlFor="copy-year" error={errors['schemeVersionYear']}>
            <TextInput
              id="copy-year"
              placeholder="请输入四位年份"
              maxLength={4}
              value={values.schemeVersionYear}
              onChange={(event) => {
                change({ schemeVersionYear: event.currentTarget.value });
              }}
            />
          </Field>
          <Field label="起始年级" required htmlFor="copy-grade" error={errors['beginGrade']}>
            <SearchableSelect
              id="copy-grade"
              options={grades.data?.list ?? []}
              value={values.beginGrade === '' ? null : values.beginGrade}
              onChange={(beginGrade) => {
                change({ beginGrade: beginGrade ?? '' });
              }}
            />
          </Field>
        </div>
        <div className={layout['footer']}>
          <CancelButton />
          <Button type="submit" loading={copy.isPending}>
            复制
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
