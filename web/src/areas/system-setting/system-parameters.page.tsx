import type { WireRow } from '@jwxt/contracts/kernel/resource-field.ts';
import { textOf } from '@jwxt/contracts/kernel/resource-values.ts';
import { parameterProblem, parameterOf, parameterText } from '@jwxt/contracts/system-setting/parameter.vocabulary.ts';
import {
  parameterGroups,
  parameterType,
  type ParameterOption,
} from '@jwxt/contracts/system-setting/public-parameter.vocabulary.ts';
import type { Resource } from '@jwxt/contracts/kernel/resource.ts';
import { systemParameter as declared } from '@jwxt/contracts/system-setting/system-parameter.resource.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { notify } from '../../lib/notify.ts';
import { useUnsavedWork } from '../../lib/page-address.ts';
import { useOperation, useOperationMutation } from '../../lib/queries.ts';
import { useMay } from '../../lib/session.ts';
import { formValues, sentValues } from '../../resource/resource-form.model.ts';
import { confirm } from '../../ui/confirm.ts';
import { QueryFaces } from '../../ui/faces.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { AppearancePreview, appearanceOf } from './appearance-preview.tsx';
import { ParameterInput } from './parameter-input.tsx';
import classes from './system-parameters.module.css';

const systemParameter: Resource = declared;
const { operations } = systemParameter;
const codeOf = (row: WireRow): string => textOf(row['paramCode']);
const kindOf = (row: WireRow) => ({
  paramCode: codeOf(row),
  paraType: textOf(row['paraType']),
  paraOptions: row['paraOptions'] as readonly ParameterOption[],
});

/**
 * 系统设置 (SYSADMIN-03): every parameter by its group, each with the editor of its kind; what a change comes to is
 * shown before it is saved, on a picture of the login page and as old and new values.
 */
export function SystemParametersPage() {
  const query = useOperation(operations.query, { pageNo: 1, pageSize: 200 });
  const mayUpdate = useMay('sysSet:update');
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const update = useOperationMutation(operations.update, { invalidates: ['sysSet.'], onError: () => undefined });
  const rows = query.data?.rows ?? [];
  const valueOf = (row: WireRow): string => typed[codeOf(row)] ?? textOf(row['paraValue']);
  const changed = rows.filter((row) => valueOf(row) !== textOf(row['paraValue']));
  useUnsavedWork(changed.length > 0);

  const save = async () => {
    const wrong = changed.flatMap((row) => {
      const message = parameterProblem(kindOf(row), valueOf(row).trim());
      return message === null ? [] : [[codeOf(row), message] as const];
    });
    setErrors(Object.fromEntries(wrong));
    if (wrong.length > 0) return notify.error('有的值不符合要求，请改正后再保存');
    const message = <Changes rows={changed} valueOf={valueOf} />;
    if (!(await confirm({ title: '保存系统设置', message, confirmText: '保存' }))) return;
    for (const row of changed) {
      const values = { ...formValues(systemParameter, row, ''), paraValue: valueOf(row) };
      try {
        await update.mutateAsync({
          key: codeOf(row),
          version: textOf(row['version']),
          values: sentValues(systemParameter, values),
        });
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        setErrors({ [codeOf(row)]: error.fieldErrors[0]?.message ?? error.message });
        return notify.failure(error, `“${textOf(row['paraName'])}”保存失败`);
      }
    }
    setTyped({});
    notify.success('修改成功');
  };

  const names = [...new Set([...parameterGroups, ...rows.map((row) => textOf(row['groupName']))])];
  return (
    <Page title="系统设置" fill={false}>
      <QueryFaces query={query} rows={12}>
        {({ rows: all }) => (
          <div className={classes['layout']}>
            <div className={classes['groups']}>
              {names
                .map((name) => [name, all.filter((row) => row['groupName'] === name)] as const)
                .filter(([, members]) => members.length > 0)
                .map(([name, members]) => (
                  <Card key={name} flush title={name}>
                    <div className={classes['rows']}>
                      {members.map((row) => (
                        <ParameterRow
                          key={codeOf(row)}
                          row={row}
                          value={valueOf(row)}
                          error={errors[codeOf(row)]}
                          changed={changed.includes(row)}
                          disabled={!mayUpdate || update.isPending}
                          onChange={(value) => {
                            setTyped({ ...typed, [codeOf(row)]: value });
                            setErrors({ ...errors, [codeOf(row)]: '' });
                          }}
                        />
                      ))}
                    </div>
                  </Card>
                ))}
            </div>
            <div className={classes['side']}>
              <Card flush>
                <div className={classes['bar']}>
                  <span>{changed.length === 0 ? '没有修改' : `已修改 ${String(changed.length)} 项，尚未保存`}</span>
                  <Button
                    variant="default"
                    disabled={changed.length === 0 || update.isPending}
                    onClick={() => {
                      setTyped({});
                      setErrors({});
                    }}
                  >
                    撤销
                  </Button>
                  {mayUpdate && (
                    <Button
                      disabled={changed.length === 0}
                      loading={update.isPending}
                      onClick={() => {
                        void save();
                      }}
                    >
                      保存
                    </Button>
                  )}
                </div>
              </Card>
              <Card flush title="外观预览" note="登录页、菜单和首页，随输入变化">
                <AppearancePreview
                  settings={appearanceOf((code) => {
                    const row = all.find((each) => codeOf(each) === code);
                    return row && valueOf(row);
                  })}
                />
              </Card>
            </div>
          </div>
        )}
      </QueryFaces>
    </Page>
  );
}

type ParameterRowProps = {
  row: WireRow;
  value: string;
  error: string | undefined;
  changed: boolean;
  disabled: boolean;
  onChange: (value: string) => void;
};

function ParameterRow({ row, value, error = '', changed, disabled, onChange }: ParameterRowProps) {
  const code = codeOf(row);
  const id = `parameter-${code}`;
  const known = parameterOf(code);
  const notes = [
    ...(known && known.initial !== '' ? [`默认：${parameterText(kindOf(row), known.initial)}`] : []),
    ...(known?.empty === undefined ? [] : [`空：${known.empty}`]),
    ...(row['editTime'] === null ? [] : [`${textOf(row['editor'])} 修改于 ${textOf(row['editTime'])}`]),
  ];
  return (
    <div className={classes['row']} data-changed={changed || undefined}>
      <label className={classes['name']} htmlFor={id}>
        {textOf(row['paraName'])}
        <small>{code}</small>
      </label>
      <div>
        <ParameterInput row={row} id={id} value={value} error={error !== ''} disabled={disabled} onChange={onChange} />
        {error !== '' && (
          <p role="alert" className={classes['error']}>
            {error}
          </p>
        )}
        <span className={classes['note']}>{notes.join('　')}</span>
      </div>
    </div>
  );
}

/** What is changed, as it was and as it would be. */
function Changes({ rows, valueOf }: { rows: readonly WireRow[]; valueOf: (row: WireRow) => string }) {
  const shown = (row: WireRow, value: string) =>
    row['paraType'] === parameterType.image && value !== '' ? (
      <img src={value} alt={parameterText(kindOf(row), value)} />
    ) : (
      parameterText(kindOf(row), value)
    );
  return (
    <table className={classes['changes']}>
      <thead>
        <tr>
          <th>参数</th>
          <th>原值</th>
          <th>新值</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={codeOf(row)}>
            <td>{textOf(row['paraName'])}</td>
            <td>{shown(row, textOf(row['paraValue']))}</td>
            <td>{shown(row, valueOf(row))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
