import { Alert, Button } from '@mantine/core';
import type { Field as Declared, WireRow } from '@jwxt/contracts/kernel/resource-field.ts';
import type { Resource } from '@jwxt/contracts/kernel/resource.ts';
import { textOf } from '@jwxt/contracts/kernel/resource-values.ts';
import { Fragment, useState, type ReactNode } from 'react';
import type { ApiError } from '../lib/api-error.ts';
import { call } from '../lib/api.ts';
import { notify } from '../lib/notify.ts';
import { usePageAddress, useUnsavedWork } from '../lib/page-address.ts';
import { useOperationMutation } from '../lib/queries.ts';
import { useMayCheck, useUser } from '../lib/session.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Field } from '../ui/search-form.tsx';
import { FieldInput } from './resource-field-input.tsx';
import { checkForm, formFields, formValues, noErrors, placed, sentValues } from './resource-form.model.ts';
import classes from './resource.module.css';
import { CancelButton } from '../ui/unsaved-input.tsx';

export type ResourceFormProps = {
  resource: Resource;
  /** The row to change; null: a new one. */
  known: WireRow | null;
  /** What a new row begins with, instead of the declared values. */
  from?: WireRow;
  /** It is only looked at; what is personal is in masks. */
  readOnly?: boolean;
  /** Below the fields: what the person should know before changing it. */
  note?: string | undefined;
  /** What the values mean, below the fields. */
  meaning?: ((values: WireRow) => ReactNode) | undefined;
  /** What stands below a field of a new row, by field: help in filling it. */
  beside?: BesideField | undefined;
  onClose: () => void;
};

/** Below fields of a new row, by field; it may fill the field, and say what is wrong with others. */
export type BesideField = Readonly<
  Record<
    string,
    (form: {
      readonly values: WireRow;
      readonly change: (value: unknown) => void;
      readonly refused: (error: ApiError) => void;
    }) => ReactNode
  >
>;

/** What cannot be left empty by mistake bears no star: a switch, a choice of many, a table that may have no rows. */
const starred = ({ required, kind }: Declared): boolean =>
  required === true &&
  kind.type !== 'yesNo' &&
  !('many' in kind && kind.many) &&
  !(kind.type === 'rows' && kind.least === 0);

/** A value in a mask is a text, whatever the field holds. */
const MASK = { type: 'text', max: 120 } as const;
/** A form of more fields stands in two columns. */
const NARROW_FIELDS = 12;
const takesRow = ({ kind }: Declared): boolean =>
  kind.type === 'rows' || (kind.type === 'text' && kind.lines !== undefined);

/** Makes a row of a resource, or changes one. What others have changed meanwhile is told, never written over. */
export function ResourceFormDialog({
  resource,
  known,
  from,
  readOnly = false,
  note,
  meaning,
  beside = {},
  onClose,
}: ResourceFormProps) {
  const { operations, reveal, title, fields, key } = resource;
  const semester = useUser().semester;
  const [row, setRow] = useState(known);
  const [masked, setMasked] = useState(readOnly && reveal !== null);
  const hides = masked && Object.keys(fields).some((name) => fields[name]?.personal && (row?.[name] ?? null) !== null);
  const mayReveal = useMayCheck()(`${resource.name}:reveal`) && hides;
  const [values, setValues] = useState(() => formValues(resource, known ?? from ?? null, semester));
  const [errors, setErrors] = useState(noErrors);
  const [conflict, setConflict] = useState<string | null>(null);
  const [changed, setChanged] = useState(false);
  // The form is gone before it could say that nothing is unsaved any more.
  const { setUnsaved } = usePageAddress();
  const leave = () => {
    setUnsaved(false);
    onClose();
  };
  const ended = {
    invalidates: [`${resource.name}.`, 'resource.'],
    success: true as const,
    onSuccess: leave,
    onError: refused,
  };
  const create = useOperationMutation(operations.create, ended);
  const update = useOperationMutation(operations.update, ended);
  const pending = create.isPending || update.isPending;
  useUnsavedWork(changed && !create.isSuccess && !update.isSuccess);

  function refused(error: ApiError) {
    if (error.code === 'RESOURCE_CHANGED') setConflict(error.message);
    else if (error.fieldErrors.length > 0) setErrors(placed(resource, values, error.fieldErrors));
    else notify.failure(error, known === null ? '添加失败' : '修改失败');
  }
  const change = (name: string, value: unknown) => {
    setChanged(true);
    setValues((before) => ({ ...before, [name]: value }));
    setErrors(({ fields: before, cells }) => ({ fields: { ...before, [name]: '' }, cells: { ...cells, [name]: {} } }));
  };
  const submit = () => {
    if (pending) return;
    const found = checkForm(resource, values);
    setErrors(found);
    if (Object.keys(found.fields).length + Object.keys(found.cells).length > 0) return;
    const sent = sentValues(resource, values);
    if (row === null) create.mutate({ values: sent });
    else update.mutate({ key: textOf(row[key]), version: textOf(row['version']), values: sent });
  };
  const reload = async () => {
    try {
      const latest = await call(reveal ?? operations.detail, { key: textOf(row?.[key]) });
      setRow(latest);
      setValues(formValues(resource, latest, semester));
      setMasked(false);
      setErrors(noErrors);
      setConflict(null);
      setChanged(false);
    } catch (error) {
      notify.failure(error, '查询失败');
    }
  };
  const shown = formFields(fields);
  const wide = shown.length > NARROW_FIELDS || shown.some(([, { kind }]) => kind.type === 'rows');
  return (
    <Dialog
      opened
      width={wide ? 960 : 620}
      title={`${readOnly ? '查看' : known === null ? '新增' : '修改'}${title}`}
      onClose={leave}
      input={changed}
      footerNote={
        row !== null && row['editTime'] !== null
          ? `${textOf(row['editor'])} 最后修改于 ${textOf(row['editTime'])}`
          : undefined
      }
      footer={
        readOnly ? (
          <>
            {mayReveal && (
              <Button
                variant="default"
                onClick={() => {
                  void reload();
                }}
              >
                查看完整信息
              </Button>
            )}
            <Button onClick={leave}>关闭</Button>
          </>
        ) : (
          <>
            <CancelButton />
            <Button loading={pending} onClick={submit}>
              确定
            </Button>
          </>
        )
      }
    >
      <form
        className={classes['form']}
        data-wide={wide || undefined}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        {conflict !== null && (
          <Alert color="red" p={10}>
            {conflict}
            <Button
              size="xs"
              variant="default"
              ml={12}
              onClick={() => {
                void reload();
              }}
            >
              载入最新内容
            </Button>
          </Alert>
        )}
        {shown.map(([name, field]) => {
          const error = errors.fields[name] ?? '';
          const id = `resource-${resource.name}-${name}`;
          return (
            <Fragment key={name}>
              {field.group !== undefined && <h3 className={classes['group']}>{field.group}</h3>}
              <div data-rows={takesRow(field) || undefined}>
                <Field
                  label={field.label}
                  htmlFor={id}
                  width={104}
                  required={starred(field)}
                  error={error}
                  {...(field.hint === undefined ? {} : { hint: field.hint })}
                >
                  <FieldInput
                    id={id}
                    name={name}
                    field={masked && field.personal ? { ...field, kind: MASK } : field}
                    row={row}
                    value={values[name]}
                    error={error !== ''}
                    disabled={readOnly || (field.fixed === true && known !== null)}
                    cells={errors.cells[name]}
                    onChange={(value) => {
                      change(name, value);
                    }}
                  />
                  {known === null &&
                    beside[name]?.({
                      values,
                      refused,
                      change: (value) => {
                        change(name, value);
                      },
                    })}
                </Field>
              </div>
            </Fragment>
          );
        })}
        {(errors.fields[''] ?? '') !== '' && (
          <p role="alert" className={classes['error']}>
            {errors.fields['']}
          </p>
        )}
        {mayReveal && <p className={classes['note']}>个人信息已隐藏一部分。查看完整信息会记入操作日志。</p>}
        {meaning && <p className={classes['note']}>{meaning(values)}</p>}
        {note !== undefined && !readOnly && <p className={classes['note']}>{note}</p>}
        <button type="submit" hidden aria-hidden tabIndex={-1} />
      </form>
    </Dialog>
  );
}
