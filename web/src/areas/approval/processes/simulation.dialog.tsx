import { factsOfProcess, figures, storedNumber, type FigureName } from '@jwxt/contracts/approval/process-condition.ts';
import { processSimulate, type queryProcesses } from '@jwxt/contracts/approval/process-setting.operations.ts';
import { isProcess, processNames, scopeRuleNames } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import type { OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import { scoreRemarks } from '@jwxt/contracts/score/score.vocabulary.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { Button, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ApiError } from '../../../lib/api-error.ts';
import { notify } from '../../../lib/notify.ts';
import { useOperationMutation } from '../../../lib/queries.ts';
import { DepartmentSelect } from '../../../pickers/department-select.tsx';
import { ChooseMany } from '../../../ui/choose-many.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { NumberInput } from '../../../ui/number-input.tsx';
import { Field } from '../../../ui/search-form.tsx';
import { SearchableSelect } from '../../../ui/searchable-select.tsx';
import { SimulatedNodes } from './simulated-nodes.tsx';
import classes from './process.module.css';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';

type Processes = OutputOf<typeof queryProcesses>['list'];

type SimulationProps = { opened: boolean; processes: Processes; onClose: () => void };

/** 流程模拟: who would decide an application, node by node, and why. */
export function SimulationDialog({ opened, processes, onClose }: SimulationProps) {
  return (
    <Dialog opened={opened} onClose={onClose} width={960} title="流程模拟：由谁审批、为什么" flush>
      {opened && <Simulation processes={processes} />}
    </Dialog>
  );
}

/** Figures as they are typed: numbers as text, a yes or no, remark codes; null is not known. */
type Typed = Partial<Record<FigureName, string | boolean | string[] | null>>;

const remarkOptions = Object.entries(scoreRemarks).map(([code, { name }]) => ({ code, name }));

function Simulation({ processes }: { processes: Processes }) {
  const [by, setBy] = useState<'process' | 'application'>('process');
  const [applyId, setApplyId] = useState('');
  const [processNo, setProcessNo] = useState<string | null>(null);
  const [source, setSource] = useState<'published' | 'draft'>('published');
  const [units, setUnits] = useState<Readonly<Record<string, string>>>({});
  const [userName, setUserName] = useState('');
  const [studentNumber, setStudentNumber] = useState('');
  const [typed, setTyped] = useState<Typed>({});
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const simulate = useOperationMutation(processSimulate, {
    onError: (error) => {
      setProblems(
        Object.fromEntries(
          error instanceof ApiError ? error.fieldErrors.map(({ field, message }) => [field, message]) : [],
        ),
      );
      notify.failure(error, '模拟失败');
    },
  });
  const chosen = processes.find((one) => one.processNo === processNo);
  const facts = factsOfProcess(processNo ?? '');
  const rules = facts.units.filter((rule) => rule !== 'XX');
  function run() {
    setProblems({});
    if (by === 'application') {
      if (applyId.trim() === '') setProblems({ applyId: '必填' });
      else simulate.mutate({ applyId: applyId.trim() });
      return;
    }
    if (processNo === null) {
      setProblems({ processNo: '请选择流程' });
      return;
    }
    simulate.mutate({
      processNo,
      source,
      units,
      ...(userName.trim() === '' ? {} : { userName: userName.trim() }),
      ...(studentNumber.trim() === '' ? {} : { studentNumber: studentNumber.trim() }),
      figures: figuresOf(typed),
    });
  }
  return (
    <form
      noValidate
      className={classes['body']}
      onSubmit={(event) => {
        event.preventDefault();
        if (!simulate.isPending) run();
      }}
    >
      <SegmentedControl
        aria-label="模拟对象"
        value={by}
        data={[
          { value: 'process', label: '一份可能的申请' },
          { value: 'application', label: '已有的申请' },
        ]}
        onChange={(value) => {
          setBy(value === 'application' ? 'application' : 'process');
        }}
      />
      <div className={classes['fields']}>
        {by === 'application' ? (
          <Field label="申请编号" required htmlFor="simulated-application" error={problems['applyId']}>
            <TextInput
              id="simulated-application"
              value={applyId}
              maxLength={80}
              placeholder="流程实例查询中的实例编号"
              onChange={(event) => {
                setApplyId(event.currentTarget.value);
              }}
            />
          </Field>
        ) : (
          <>
            <Field label="流程" required htmlFor="simulated-process" error={problems['processNo']}>
              <SearchableSelect
                id="simulated-process"
                clearable={false}
                options={processes.map((one) => ({
                  code: one.processNo,
                  name: isProcess(one.processNo) ? processNames[one.processNo] : one.definition.processName,
                }))}
                value={processNo}
                onChange={(value) => {
                  setProcessNo(value);
                  setSource('published');
                  setTyped({});
                }}
              />
            </Field>
            {chosen?.draft && (
              <Field label="版本" htmlFor="simulated-source">
                <Select
                  id="simulated-source"
                  allowDeselect={false}
                  value={source}
                  data={[
                    { value: 'published', label: `已发布的版本 ${String(chosen.version)}` },
                    { value: 'draft', label: '草稿' },
                  ]}
                  comboboxProps={{ zIndex: 320 }}
                  onChange={(value) => {
                    setSource(value === 'draft' ? 'draft' : 'published');
                  }}
                />
              </Field>
            )}
            {rules.map((rule) => (
              <Field key={rule} label={scopeRuleNames[rule]} error={problems[`units.${rule}`]} width={112}>
                <DepartmentSelect
                  label={scopeRuleNames[rule]}
                  value={units[rule] ?? null}
                  onChange={(dwh) => {
                    const { [rule]: _old, ...rest } = units;
                    setUnits(dwh === null ? rest : { ...rest, [rule]: dwh });
                  }}
                />
              </Field>
            ))}
            {processNo !== null && (
              <Field
                label="申请人账号"
                htmlFor="simulated-applicant"
                error={problems['userName']}
                hint="选填：以其所在单位为申请人所在单位"
                width={112}
              >
                <TextInput
                  id="simulated-applicant"
                  value={userName}
                  maxLength={60}
                  onChange={(event) => {
                    setUserName(event.currentTarget.value);
                  }}
                />
              </Field>
            )}
            {rules.includes('XSDW') && (
              <Field
                label="学号"
                htmlFor="simulated-student"
                error={problems['studentNumber']}
                hint="选填：以其所在单位为学生所在单位"
                width={112}
              >
                <TextInput
                  id="simulated-student"
                  value={studentNumber}
                  maxLength={30}
                  onChange={(event) => {
                    setStudentNumber(event.currentTarget.value);
                  }}
                />
              </Field>
            )}
            {facts.figures.map((figure) => (
              <Field key={figure} label={figures[figure].label} width={112}>
                <FigureInput
                  figure={figure}
                  value={typed[figure] ?? null}
                  onChange={(value) => {
                    setTyped({ ...typed, [figure]: value });
                  }}
                />
              </Field>
            ))}
          </>
        )}
      </div>
      <div>
        <Button type="submit" loading={simulate.isPending}>
          模拟
        </Button>
      </div>
      {simulate.data && <SimulatedNodes simulated={simulate.data} />}
    </form>
  );
}

type FigureInputProps = {
  figure: FigureName;
  value: string | boolean | string[] | null;
  onChange: (value: string | boolean | string[] | null) => void;
};

function FigureInput({ figure, value, onChange }: FigureInputProps) {
  const { kind, label } = figures[figure];
  if (kind === 'yesNo')
    return (
      <Select
        aria-label={label}
        clearable
        placeholder="不确定"
        value={value === true ? yesNo.yes : value === false ? yesNo.no : null}
        data={[
          { value: yesNo.yes, label: '是' },
          { value: yesNo.no, label: '否' },
        ]}
        comboboxProps={{ zIndex: 320 }}
        onChange={(chosen) => {
          onChange(chosen === null ? null : chosen === yesNo.yes);
        }}
      />
    );
  if (kind === 'remark')
    return (
      <ChooseMany
        label={label}
        placeholder="不确定"
        options={remarkOptions}
        value={Array.isArray(value) ? value : []}
        onChange={(codes) => {
          onChange(codes.length === 0 ? null : codes);
        }}
      />
    );
  return (
    <NumberInput
      label={label}
      places={kind === 'percent' ? 1 : 2}
      min={0}
      max={100}
      placeholder="不确定"
      rightSection={kind === 'percent' ? '%' : '分'}
      value={typeof value === 'string' ? value : ''}
      onChange={(text) => {
        onChange(text.trim() === '' ? null : text);
      }}
    />
  );
}

/** Figures that are known, as programs reckon with them. */
function figuresOf(typed: Typed): Record<string, number | boolean | string[]> {
  return Object.fromEntries(
    Object.entries(typed).flatMap(([name, value]) => {
      if (value === null || (typeof value === 'string' && !Number.isFinite(Number(value)))) return [];
      return [[name, typeof value === 'string' ? storedNumber(name as FigureName, Number(value)) : value]];
    }),
  );
}
